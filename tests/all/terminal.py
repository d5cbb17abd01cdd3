# Runs a program on a terminal of its own and types lines: the first argument holds them, the rest is the program.
import os, pty, select, sys, time

lines, program = sys.argv[1].split("\n"), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execv(program[0], program)


def told(longest):
    """What is said until the program has kept still for a while."""
    text, until = b"", time.monotonic() + longest
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 0.7)
        if not ready:
            if text:
                break
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        text += more
    return text


said = told(30)
for line in lines:
    try:
        os.write(terminal, (line + "\r").encode())
    except OSError:
        break
    said += told(30)
os.close(terminal)
os.waitpid(child, 0)
sys.stdout.buffer.write(said)
