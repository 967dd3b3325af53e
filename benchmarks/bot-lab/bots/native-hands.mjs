/* Mouse and keyboard by a library for Node: node native-hands.mjs robotjs|nut-js < steps.json */
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const steps = JSON.parse(await text(process.stdin))
const hands = process.argv[2] === 'robotjs' ? await robotjs() : await nutJs()
for (const step of steps) {
  if (step.do === 'wait') await sleep(step.ms)
  else await hands[step.do](step)
}
process.exit(0)

async function robotjs() {
  const { default: robot } = await import('robotjs')
  return {
    move: ({ x, y }) => robot.moveMouseSmooth(Math.round(x), Math.round(y)),
    click: () => robot.mouseClick(),
    type: ({ text: words }) => robot.typeStringDelayed(words, 300),
    key: ({ key, held }) => robot.keyTap(key.toLowerCase(), held === undefined ? [] : [held]),
  }
}

async function nutJs() {
  const { Button, Key, Point, keyboard, mouse, straightTo } = await import('@nut-tree-fork/nut-js')
  // The library's own third of a second between keys is what every user turns down first.
  keyboard.config.autoDelayMs = 25
  const keys = { Tab: Key.Tab, Return: Key.Enter }
  return {
    move: ({ x, y }) => mouse.move(straightTo(new Point(Math.round(x), Math.round(y)))),
    click: () => mouse.click(Button.LEFT),
    type: ({ text: words }) => keyboard.type(words),
    key: ({ key }) => keyboard.type(keys[key]),
  }
}
