import ListEngine

#if canImport(UIKit)
  import UIKit
  typealias View = UIView
  let layout = "layoutIfNeeded"
  let configuresAgain = true
#else
  import AppKit
  typealias View = NSView
  let layout = "layoutSubtreeIfNeeded"
  let configuresAgain = false  // AppKit cannot configure a cell anew and keep it
#endif

@MainActor
func calls(of view: View & ListView, _ run: (any ListView) -> Void) -> [String] {
  view.calls = []
  run(view)
  return view.calls
}

@MainActor
func check(_ view: View & ListView, items: String) {
  var batch = ListBatch()
  batch.deletedSections = [1, 2]
  batch.insertedSections = [3]
  batch.movedSections = [.init(from: 4, to: 5)]
  batch.deletedItems = [[0, 1]]
  batch.insertedItems = [[0, 2], [0, 3]]
  batch.movedItems = [.init(from: [0, 4], to: [6, 5])]
  batch.reloadedSections = [7]
  batch.reloadedItems = [[0, 6]]
  batch.reconfiguredItems = [[0, 7]]
  var completions = 0
  let made = calls(of: view) {
    $0.performUpdate(animated: true) {
      .batch(batch)
    } completion: {
      completions += 1
    }
  }
  // What is reloaded beside other changes is deleted where it was and inserted where it is.
  let anew = configuresAgain ? "" : ",0-7"
  precondition(
    made == [
      "open", "deleteSections 1,2,8", "delete\(items)s 0-1,0-6\(anew)", "insertSections 3,7",
      "insert\(items)s 0-2,0-3,0-6\(anew)", "moveSection 4 5", "move\(items) 0-4 6-5", "close",
    ] + (configuresAgain ? ["reconfigure\(items)s 0-7"] : []), "\(made)")
  precondition(completions == 1)
  let inserted = calls(of: view) {
    $0.performUpdate(animated: true) {
      .insert([[1, 0]])
    } completion: {
    }
  }
  precondition(inserted == ["open", "insert\(items)s 1-0", "close"], "\(inserted)")
  let reloaded = calls(of: view) {
    $0.performUpdate(animated: true) {
      .reload(section: 2)
    } completion: {
    }
  }
  precondition(reloaded == ["open", "reloadSections 2", "close"], "\(reloaded)")
  let unanimated = calls(of: view) {
    $0.performUpdate(animated: false) {
      .batch(batch)
    } completion: {
      completions += 1
    }
  }
  precondition(unanimated.count { $0 == "open unanimated" } == 1 && !unanimated.contains("open"), "\(unanimated)")
  precondition(completions == 2)
  view.isInWindow = false
  let offScreen = calls(of: view) {
    $0.performUpdate(animated: true) {
      .batch(batch)
    } completion: {
      completions += 1
    }
  }
  precondition(offScreen == ["reloadData", layout, "numberOfSections"], "\(offScreen)")
  precondition(completions == 3)
  let obsolete = calls(of: view) {
    $0.performUpdate(animated: true) {
      nil
    } completion: {
      completions += 1
    }
  }
  precondition(obsolete.isEmpty && completions == 4, "\(obsolete)")
  view.isInWindow = true
  let counted = calls(of: view) { $0.reloadAndCount() }
  precondition(counted == ["reloadData", layout, "numberOfSections"], "\(counted)")
}

#if canImport(UIKit)
  check(UICollectionView(), items: "Item")
  check(UITableView(), items: "Row")

  // The row animation is the table's own.
  let tables = [UITableView(), UITableView()]
  tables[0].updateAnimation = .left
  tables[0].updateAnimation = .fade
  for (table, animation) in zip(tables, [" fade", ""]) {
    let inserted = calls(of: table) {
      $0.performUpdate(animated: true) {
        .insert([[1, 0]])
      } completion: {
      }
    }
    precondition(inserted == ["open", "insertRows 1-0\(animation)", "close"], "\(inserted)")
  }

  // What is shown first stays where it is, in the same turn, and nothing above it is animated.
  let (collection, table) = (UICollectionView(), UITableView())
  (collection.indexPathsForVisibleItems, table.indexPathsForVisibleRows) = ([[0, 4], [0, 3]], [[0, 3], [0, 4]])
  for (view, items) in [(collection, "Items"), (table, "Rows")] as [(UIScrollView & ListView, String)] {
    view.keepsPlace = true
    view.contentOffset.y = 25
    for (inserted, wanted) in [
      ([[0, 0], [0, 1]], ["open", "insert\(items) 0-0,0-1", "close", "layoutIfNeeded", "scroll 45.0"]),
      ([[0, 9]], ["open", "insert\(items) 0-9", "close"]),
    ] as [([IndexPath], [String])] {
      let made = calls(of: view) {
        $0.performUpdate(animated: true) {
          .insert(inserted)
        } completion: {
        }
      }
      precondition(made == wanted && UIView.areAnimationsEnabled, "\(made)")
    }
    // What is deleted at the top leaves nothing to scroll down from: no gap comes above.
    view.contentOffset.y = 15
    let made = calls(of: view) {
      $0.performUpdate(animated: true) {
        var batch = ListBatch()
        batch.deletedItems = (0..<3).map { [0, $0] }
        return .batch(batch)
      } completion: {
      }
    }
    precondition(made.last == "scroll 0.0", "\(made)")
    view.keepsPlace = false
  }
#else
  check(NSCollectionView(), items: "Item")
#endif
