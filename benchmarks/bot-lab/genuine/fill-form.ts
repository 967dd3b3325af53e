import { startProcess } from '../processes.ts'
import type { Rectangle } from '../page/visits.ts'
import type { FollowedVisit } from './follow-visit.ts'
import type { Hand } from './hand.ts'
import { placeWithin, type Point } from './pointer-path.ts'
import { findPage, type Window } from './screen-of-page.ts'

const email = 'Anna.Berg@example.org'
const message = 'Hello, I would like to know more about Your offer!'

/** How a person uses the form. */
export type Habit = 'mouse' | 'keyboard' | 'screen-reader' | 'paste'

export interface Person {
  readonly hand: Hand
  readonly visit: FollowedVisit
  readonly window: Window
  readonly display: string
  readonly random: () => number
}

/** Fills the form and presses its button as people of this habit do. Rejects when a field did not take the text. */
export async function fillForm(habit: Habit, person: Person): Promise<void> {
  switch (habit) {
    case 'mouse':
      return withMouse(person, (text) => person.hand.type(text))
    case 'paste':
      return withMouse(person, (text) => paste(person, text))
    case 'keyboard':
      return withKeyboard(person, 1)
    case 'screen-reader':
      await person.hand.pause(2500)
      for (let line = 0; line < 4; line++) {
        await person.hand.press('Down')
        await person.hand.pause(900)
      }
      return withKeyboard(person, 2.5)
  }
}

async function withMouse(
  { hand, visit, window, random }: Person,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const onScreen = await findPage(hand, visit, window)
  await hand.pause(500)
  const reach = async (box: Rectangle) => {
    const place = placeWithin(box, random)
    const near: Point = { x: place.x + (random() - 0.5) * 14, y: place.y + (random() - 0.5) * 10 }
    await hand.move(onScreen(near), Math.min(box.width, box.height) * 2)
    // The last bit of a movement is a correction of its own.
    await hand.move(onScreen(place), Math.min(box.width, box.height))
    await hand.click()
  }
  await reach((await visit.layout()).email)
  await focusOn(visit, 'email')
  await hand.pause(350)
  await write(email)
  await hand.pause(600)
  await reach((await visit.layout()).message)
  await focusOn(visit, 'message')
  await hand.pause(400)
  await write(message)
  await texts(visit)
  await hand.pause(800)
  await reach((await visit.layout()).send)
}

async function withKeyboard({ hand, visit }: Person, slower: number): Promise<void> {
  await visit.layout()
  await hand.pause(800 * slower)
  await tabTo('email', hand, visit, slower)
  await hand.type(email)
  await hand.pause(500 * slower)
  await tabTo('message', hand, visit, slower)
  await hand.type(message)
  await texts(visit)
  await hand.pause(700 * slower)
  await tabTo('send', hand, visit, slower)
  await hand.press('Return')
}

/** Tab after Tab until the element has the focus, as somebody without a mouse finds it. */
async function tabTo(id: string, hand: Hand, visit: FollowedVisit, slower: number): Promise<void> {
  for (let presses = 0; presses < 25; presses++) {
    await hand.press('Tab')
    await hand.pause(420 * slower)
    if ((await visit.now()).layout?.focused === id) return
  }
  throw new Error(`Tab never reached the element "${id}"`)
}

/** Text from elsewhere, with Ctrl and V. */
async function paste({ hand, display }: Person, text: string): Promise<void> {
  const clipboard = startProcess('sh', ['-c', 'printf %s "$TEXT" | xclip -quiet -selection clipboard -in'], {
    env: { ...process.env, DISPLAY: display, TEXT: text },
  })
  try {
    await hand.pause(600)
    await hand.press('v', ['Control_L'])
    await hand.pause(500)
  } finally {
    await clipboard.stop()
  }
}

async function focusOn(visit: FollowedVisit, id: string): Promise<void> {
  await visit.until(`the element "${id}" has the focus`, ({ layout }) => layout?.focused === id, 5000)
}

async function texts(visit: FollowedVisit): Promise<void> {
  await visit.until(
    'both fields hold their text',
    ({ layout }) => layout?.filled.email === email.length && layout.filled.message === message.length,
    5000,
  )
}
