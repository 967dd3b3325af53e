"""Mouse and keyboard by the X server's test extension: xlib-hands.py < steps.json"""
import json
import sys
import time

from Xlib import X, XK, display
from Xlib.ext import xtest

server = display.Display()
names = {"@": ("at",), " ": ("space",), ".": ("period",), ",": ("comma",), "!": ("exclam",)}
shifted = set("@!ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def press(name, shift=False):
    code = server.keysym_to_keycode(XK.string_to_keysym(name))
    if shift:
        xtest.fake_input(server, X.KeyPress, server.keysym_to_keycode(XK.XK_Shift_L))
    xtest.fake_input(server, X.KeyPress, code)
    xtest.fake_input(server, X.KeyRelease, code)
    if shift:
        xtest.fake_input(server, X.KeyRelease, server.keysym_to_keycode(XK.XK_Shift_L))
    server.sync()


for step in json.load(sys.stdin):
    if step["do"] == "wait":
        time.sleep(step["ms"] / 1000)
    elif step["do"] == "move":
        xtest.fake_input(server, X.MotionNotify, x=round(step["x"]), y=round(step["y"]))
    elif step["do"] == "click":
        xtest.fake_input(server, X.ButtonPress, 1)
        server.sync()
        time.sleep(0.05)
        xtest.fake_input(server, X.ButtonRelease, 1)
    elif step["do"] == "key":
        press(step["key"])
    else:
        for character in step["text"]:
            press(names.get(character, (character,))[0], character in shifted)
            time.sleep(0.03)
    server.sync()
