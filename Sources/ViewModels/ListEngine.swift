/// The engine, handed on: an app that imports the screens needs no second import for what they are made of.
@_exported import ListEngine
