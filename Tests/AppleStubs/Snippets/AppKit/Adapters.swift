import AppKit
import ViewModels

@MainActor
let listViews: [any ListView] = [NSCollectionView()]
