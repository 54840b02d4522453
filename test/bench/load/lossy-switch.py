"""A network switch in user space: one TAP device in each network namespace, frames passed on late, shuffled or not at all.

It stands in for `tc … netem`, which not every kernel has, with the same terms: each frame that a host sends waits
DELAY ± JITTER milliseconds (uniform, so that frames overtake each other) and is lost with the probability LOSS.

    python3 lossy-switch.py DELAY_MS JITTER_MS LOSS NAMESPACE ADDRESS/BITS [NAMESPACE ADDRESS/BITS …]

Prints `ready` when all devices are up. Reads from standard input: `split 3 4` (the hosts 3 and 4, counted from 1, hear
each other alone, the rest likewise), `heal`. Ends with its standard input.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA  # linux/if_tun.h
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
CLONE_NEWNET = 0x40000000
DEVICE = "cable"
LARGEST_FRAME = 65_536
# Of one device; a real switch drops what it cannot queue.
MOST_WAITING = 10_000

libc = ctypes.CDLL(None, use_errno=True)


def open_tap(namespace, address):
    """Opens the device inside the namespace: the file stays usable when this process has left it."""
    with open(f"/var/run/netns/{namespace}") as there:
        if libc.setns(there.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"setns to {namespace}")
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", DEVICE.encode(), IFF_TAP | IFF_NO_PI))
    for command in (["addr", "add", address, "dev", DEVICE], ["link", "set", DEVICE, "up"], ["link", "set", "lo", "up"]):
        subprocess.run(["ip", *command], check=True)
    return tap


class Switch:
    def __init__(self, taps, delay, jitter, loss):
        self.taps = taps
        self.delay, self.jitter, self.loss = delay, jitter, loss
        self.port_of = {}  # hardware address → port that it was last seen at
        self.apart = set()
        self.waiting = []  # a heap of (due, order, port, frame)
        self.order = 0

    def received(self, port, frame):
        if len(frame) < 14 or random.random() < self.loss or len(self.waiting) >= MOST_WAITING * len(self.taps):
            return
        to, sender = frame[0:6], frame[6:12]
        self.port_of[sender] = port
        known = None if to[0] & 1 else self.port_of.get(to)
        due = time.monotonic() + random.uniform(self.delay - self.jitter, self.delay + self.jitter)
        for other in range(len(self.taps)) if known is None else [known]:
            # A cable that is cut loses what is sent, not what is on its way.
            if other != port and (other in self.apart) == (port in self.apart):
                self.order += 1
                heapq.heappush(self.waiting, (due, self.order, other, frame))

    def pass_on(self):
        """Hands over what is due. Returns the seconds until the next frame is, or None."""
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, _, port, frame = heapq.heappop(self.waiting)
            try:
                os.write(self.taps[port], frame)
            except OSError:  # the host's queue is full, or the device is down: lost, as on a cable
                pass
        return max(0.0, self.waiting[0][0] - time.monotonic()) if self.waiting else None

    def run(self):
        poll = select.epoll()
        ports = {tap: port for port, tap in enumerate(self.taps)}
        for tap in self.taps:
            poll.register(tap, select.EPOLLIN)
        poll.register(0, select.EPOLLIN)
        while True:
            for file, _ in poll.poll(self.pass_on()):
                if file == 0:
                    line = sys.stdin.readline()
                    if line == "":
                        return
                    command, *hosts = line.split()
                    self.apart = {int(host) - 1 for host in hosts} if command == "split" else set()
                    print(command, flush=True)
                    continue
                try:
                    self.received(ports[file], os.read(file, LARGEST_FRAME))
                except BlockingIOError:
                    pass


def main():
    delay, jitter, loss = (float(text) for text in sys.argv[1:4])
    hosts = sys.argv[4:]
    taps = [open_tap(namespace, address) for namespace, address in zip(hosts[::2], hosts[1::2])]
    print("ready", flush=True)
    Switch(taps, delay / 1_000, jitter / 1_000, loss).run()


main()
