"""The engine protocol: questions of a game engine, answered over standard input and output.

What is concurrent, and why: the main thread answers the questions, one after the other, because
only the main thread can be interrupted from outside in the middle of anything. One more thread
reads, so that ``ping`` and ``cancel`` are answered, and a full queue is refused, while a question
is being solved. Both write whole lines under one lock. A third thread lives only for as long as it
takes to end a question that was cancelled or had its time.
"""
