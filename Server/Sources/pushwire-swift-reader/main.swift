// Parses Swift for `pushwire audit`, in a process of its own: input may take the parser's stack or its time.
//
// Reads from standard input a length (4 bytes, little end first) and as many bytes of Swift, again and again;
// answers each on standard output with a length and an encoded `SourceUnit`. Ends with its input. It opens no
// file, and what it may use is limited: the first argument is how many seconds one file may take.
limitResources()
let deadline = Deadline(arguments: CommandLine.arguments)
onALargeStack { serve(deadline) }
