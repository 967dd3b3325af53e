/* Mouse and keyboard by robotjs: node robotjs-hands.mjs < steps.json */
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import robot from 'robotjs'

const hands = {
  move: ({ x, y }) => robot.moveMouseSmooth(Math.round(x), Math.round(y)),
  click: () => robot.mouseClick(),
  type: (step) => robot.typeStringDelayed(step.text, 300),
  key: ({ key, held }) => robot.keyTap(key.toLowerCase(), held === undefined ? [] : [held]),
  wait: ({ ms }) => sleep(ms),
}
for (const step of JSON.parse(await text(process.stdin))) await hands[step.do](step)
process.exit(0)
