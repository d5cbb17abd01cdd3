# A person at a terminal: types keys and waits each time until certain words have been seen, or, where there
# are none, until the program has left; prints all that was. Arguments: columns, keys and words as JSON, the program.
import fcntl, json, os, pty, select, struct, sys, termios, time

columns, talk, program = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
child, screen = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    os.environ["TERM"] = "xterm"
    os.execv(program[0], program)
seen, at = "", 0
for keys, words in talk:
    os.write(screen, keys.encode())
    end = time.monotonic() + 60
    while not words or seen.find(words, at) < 0:
        if not select.select([screen], [], [], max(0, end - time.monotonic()))[0]:
            sys.exit(f"`{words}` did not come after {keys!r}: {seen}")
        try:
            more = os.read(screen, 65536)
        except OSError:
            more = b""
        if not more:
            break
        seen += more.decode("utf-8", "replace")
    if words and seen.find(words, at) < 0:
        sys.exit(f"gone after {keys!r}: {seen}")
    at = seen.find(words, at) + len(words) if words else len(seen)
print(seen)
os.close(screen)
os.waitpid(child, 0)
