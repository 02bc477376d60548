import SwiftUI

@main
struct ListsApp: App {
  @State private var model = Model()

  var body: some Scene {
    WindowGroup {
      VStack {
        TabView {
          Carousels(model: model).ignoresSafeArea().tabItem { Label("Carousels", systemImage: "film.stack") }
          MovieList(model: model).tabItem { Label("List", systemImage: "list.bullet") }
        }
        if let notice = model.notice {
          HStack {
            Text(notice)
            if let deletion = model.deletion { Button("Undo") { deletion.cancel() } }
          }
        }
      }
    }
  }
}
