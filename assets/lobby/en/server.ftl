# What the lobby itself says: refusals (their keys are the error codes of the protocol) and farewells.

bad-message = This cannot be understood: { $reason }
unknown-event = There is no request called "{ $event }".
bad-request = The request is not complete or not right: { $place }: { $reason }
not-text = Only text can be understood here.
too-large = The message is too large.
too-fast = That was too much at once. Wait a moment.
too-slow = That took too long to arrive.
not-entered = Please say first who you are.
already-entered = You are here already.
name-taken = Somebody else is called { $name }. Please choose another name.
wrong-credentials = Name and password, or the key kept in your browser, do not fit together.
login-incomplete = Say who you are: person and secret, or name and password.
bad-password = A password has { $least } to { $most } characters.
bad-secret = A secret has 32 hexadecimal digits, in small letters.
wrong-invite = This table is private. Ask for the link to it.
no-such-proposal = Nobody can propose “{ $what }” here.
too-many-tables = You have { $most } tables open already. Finish or close one first.
chat-too-fast = You are saying a lot. Wait a moment.
no-such-recording = There is no such recording.
bad-recording = This is not a recording of a Parlor game, or it is damaged.
recording-too-large = A recording has at most { $most } MB.
recording-untrue = This recording cannot be trusted: { $reason }
playback-needs-script = This page plays a game back with JavaScript. Please allow it.
not-found = There is nothing here.
server-trouble = Something went wrong on our side. Please try again.
server-busy = The server is very busy just now. Please try again in a moment.
superseded = You went on in another window.
goodbye = The server stops for a moment. Your games are kept.

bot-random = Random
bot-greedy = Greedy
bot-negamax = Thinker
bot-mcts = Dreamer
bot-easy = Easy
bot-medium = Medium
bot-hard = Hard
