import Foundation

exit(Pushwire.run(CommandLine.arguments).rawValue)
