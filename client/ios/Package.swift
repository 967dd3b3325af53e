// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Bollard",
  platforms: [.iOS(.v15)],
  products: [.library(name: "Bollard", targets: ["Bollard"])],
  targets: [
    .target(name: "Bollard", resources: [.process("Resources")]),
    .testTarget(name: "BollardTests", dependencies: ["Bollard"], resources: [.process("Resources")]),
  ]
)
