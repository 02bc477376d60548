// Rewrites every condition of the given files so that it can be broken by a number at run time, and prints what the
// numbers break: all mutants are compiled once, and `MUTANT=n` chooses one.
//
//   rewrite FIRST FOLDER FILE...   files below FOLDER; the first mutant gets the number FIRST
//
// A condition is one that has no `&&` or `||` in it: an element of `if`, `guard` or `while`, what stands behind `where`
// or before `?`, an operand of `&&` and `||`, a comparison and a negation anywhere. Two mutants take it for true and for
// false, after it has been evaluated; one more moves the bound of a `<`, `<=`, `>` or `>=`. Whatever notices an operand
// that is always true (or false) notices `||` for `&&` (or the reverse), and a negated condition, so these are left out.
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Writes a file again, token by token, with the breakable conditions around its own.
final class Rewriter: SyntaxAnyVisitor {
  private static let moved = [
    "<": ("<=", "breakableLess"), "<=": ("<", "breakableLessOrEqual"),
    ">": (">=", "breakableGreater"), ">=": (">", "breakableGreaterOrEqual"),
  ]
  private static let comparisons: Set = ["==", "!=", "===", "!==", "<", "<=", ">", ">="]

  let file: String
  var output = ""
  var next: Int
  /// What to write before and after a node, and for an operator.
  private var before: [SyntaxIdentifier: String] = [:]
  private var after: [SyntaxIdentifier: String] = [:]
  private var instead: [SyntaxIdentifier: String] = [:]
  /// What precedes the next token, and the blanks that follow the last one.
  private var pending = ""
  private var blanks = ""
  private var seen: [String: Int] = [:]

  init(file: String, first: Int) {
    (self.file, next) = (file, first)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Where conditions are

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if isLeftOut(node) {
      output += blanks + node.leadingTrivia.description + pending + node.trimmedDescription
      (pending, blanks) = ("", node.trailingTrivia.description)
      return .skipChildren
    }
    if let element = node.as(ConditionElementSyntax.self), case .expression(let condition) = element.condition {
      breakUp(condition)
    } else if let clause = node.as(WhereClauseSyntax.self) {
      breakUp(clause.condition)
    } else if let loop = node.as(RepeatStmtSyntax.self) {
      breakUp(loop.condition)
    } else if let choice = node.as(TernaryExprSyntax.self) {
      breakUp(choice.condition)
    } else if let infix = node.as(InfixOperatorExprSyntax.self), let name = infix.operator.asOperator {
      if Self.comparisons.contains(name) || name == "&&" || name == "||" { breakUp(ExprSyntax(infix)) }
    } else if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      breakUp(ExprSyntax(prefix))
    }
    pending += before[node.id] ?? ""
    return .visitChildren
  }

  /// Assertions say what is true of code without mistakes: they notice mutants, and have none. Conditions of `#if` are the
  /// compiler's.
  private func isLeftOut(_ node: Syntax) -> Bool {
    node.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription == "assert"
      || node.keyPathInParent == \IfConfigClauseSyntax.condition
  }

  override func visitAnyPost(_ node: Syntax) { output += after[node.id] ?? "" }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    output += blanks + token.leadingTrivia.description + pending + (instead[token.id] ?? token.text)
    (pending, blanks) = ("", token.trailingTrivia.description)
    return .skipChildren
  }

  // MARK: What becomes of them

  private func breakUp(_ condition: ExprSyntax) {
    if before[condition.id] != nil || condition.is(BooleanLiteralExprSyntax.self) { return }
    if let inner = condition.as(TryExprSyntax.self)?.expression ?? condition.as(AwaitExprSyntax.self)?.expression {
      return breakUp(inner)
    }
    if let tuple = condition.as(TupleExprSyntax.self), let inner = tuple.elements.first?.expression {
      return breakUp(inner)
    }
    guard let infix = condition.as(InfixOperatorExprSyntax.self), let name = infix.operator.asOperator else {
      return wrap(condition, "breakable(\(number(condition, "true")), \(number(condition, "false")), ", ")")
    }
    if name == "&&" || name == "||" {
      breakUp(infix.leftOperand)
      breakUp(infix.rightOperand)
    } else if let (moved, kind) = Self.moved[name], let token = infix.operator.firstToken(viewMode: .sourceAccurate) {
      let numbers = "\(number(condition, "true")), \(number(condition, "false"))"
      wrap(condition, "breakable(\(numbers), \(kind)(\(number(condition, moved)), ", "))")
      instead[token.id] = ","
    } else {
      wrap(condition, "breakable(\(number(condition, "true")), \(number(condition, "false")), ", ")")
    }
  }

  private func wrap(_ node: ExprSyntax, _ prefix: String, _ suffix: String) {
    before[node.id] = prefix
    after[node.id] = suffix
  }

  /// Gives a mutant its number and prints its row: number, file, declaration, condition, what it is taken for.
  private func number(_ condition: ExprSyntax, _ mutation: String) -> Int {
    let text = condition.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let key = "\(file)\t\(declaration(around: Syntax(condition)))\t\(text)"
    let count = seen["\(key)\t\(mutation)", default: 0] + 1
    seen["\(key)\t\(mutation)"] = count
    print("\(next)\t\(key)\(count > 1 ? " (\(count))" : "")\t\(mutation)")
    defer { next += 1 }
    return next
  }

  private func declaration(around node: Syntax) -> String {
    var (node, names) = (node.parent, [String]())
    while let current = node {
      if let function = current.as(FunctionDeclSyntax.self) { names.append(function.name.text) }
      if current.is(InitializerDeclSyntax.self) { names.append("init") }
      if current.is(SubscriptDeclSyntax.self) { names.append("subscript") }
      if let variable = current.as(VariableDeclSyntax.self),
        variable.parent?.parent?.is(MemberBlockItemListSyntax.self) == true
      {
        names.append(variable.bindings.first?.pattern.trimmedDescription ?? "")
      }
      node = current.parent
    }
    return names.last ?? "-"
  }
}

extension ExprSyntax {
  fileprivate var asOperator: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }
}

let arguments = CommandLine.arguments
guard arguments.count > 2, var first = Int(arguments[1]) else { fatalError("rewrite FIRST FOLDER FILE...") }
for file in arguments.dropFirst(3) {
  let path = arguments[2] + "/" + file
  let tree = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
  let rewriter = Rewriter(file: file, first: first)
  rewriter.walk(OperatorTable.standardOperators.foldAll(tree) { _ in })
  try rewriter.output.write(toFile: path, atomically: true, encoding: .utf8)
  first = rewriter.next
}
