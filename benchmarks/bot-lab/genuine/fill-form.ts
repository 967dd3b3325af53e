import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startProcess } from '../processes.ts'
import type { Rectangle } from '../page/visits.ts'
import type { FollowedVisit } from './follow-visit.ts'
import type { Hand, Manner } from './hand.ts'
import { placeWithin, type Point } from './pointer-path.ts'
import { findPage, type Window } from './screen-of-page.ts'

export interface Person {
  readonly hand: Hand
  readonly visit: FollowedVisit
  readonly window: Window
  readonly display: string
  readonly random: () => number
}

/** Puts a text into the field that has the focus. */
export type Write = (person: Person, text: string, field: 'email' | 'message') => Promise<void>

/** How a person uses the form; what is left out is as most people do it. */
export interface Habit {
  readonly email?: string
  readonly message?: string
  /** By keyboard alone; pauses are so many times as long. */
  readonly keyboard?: number
  /** Before the form is touched. */
  readonly before?: (person: Person) => Promise<void>
  readonly write?: Write
  /** The field is full before anybody types: an extension does it once it has the focus. */
  readonly filledByItself?: readonly string[]
  /** Milliseconds between the last key and the way to the button. */
  readonly pause?: number
  /** How the form is sent, once it is full. */
  readonly send?: 'click' | 'double-click' | 'enter'
}

/** Buttons of the X server. */
const [wheelUp, wheelDown] = [4, 5]
const turnsMax = 15

const usualEmail = 'Anna.Berg@example.org'
const usualMessage = 'Hello, I would like to know more about Your offer!'

/** Fills the form and sends it as people of this habit do. Rejects when a field did not take the text. */
export async function fillForm(habit: Habit, person: Person): Promise<void> {
  await habit.before?.(person)
  await (habit.keyboard === undefined ? withMouse(habit, person) : withKeyboard(habit, person, habit.keyboard))
}

async function withMouse(habit: Habit, person: Person): Promise<void> {
  const { hand, visit, window, random } = person
  const onScreen = await findPage(hand, visit, window)
  await hand.pause(500)
  const reach = async (box: Rectangle, clicks = 1) => {
    const place = placeWithin(box, random)
    const near: Point = { x: place.x + (random() - 0.5) * 14, y: place.y + (random() - 0.5) * 10 }
    await hand.move(onScreen(near), Math.min(box.width, box.height) * 2)
    // The last bit of a movement is a correction of its own.
    await hand.move(onScreen(place), Math.min(box.width, box.height))
    await hand.click(clicks)
  }
  const fill = async (field: 'email' | 'message', text: string) => {
    await reach(await inView(field, person))
    await focusOn(visit, field)
    await hand.pause(350)
    await write(habit, person, field, text)
    await hand.pause(500)
  }
  const { email = usualEmail, message = usualMessage, send = 'click' } = habit
  // Return sends a form from its one-line fields only.
  if (send === 'enter') await fill('message', message)
  await fill('email', email)
  if (send !== 'enter') await fill('message', message)
  await texts(visit, email, message)
  await hand.pause(habit.pause ?? 800)
  if (send === 'enter') await hand.press('Return')
  else await reach(await inView('send', person), send === 'double-click' ? 2 : 1)
}

/** Where something is, once the wheel has brought it into the window. */
async function inView(name: 'email' | 'message' | 'send', { hand, visit }: Person): Promise<Rectangle> {
  for (let turns = 0; ; turns++) {
    const { [name]: box, viewport } = await visit.layout()
    const isAbove = box.y < 0
    if (turns === turnsMax || (!isAbove && box.y + box.height <= viewport.height)) return box
    await hand.click(1, isAbove ? wheelUp : wheelDown)
    await hand.pause(600)
  }
}

async function withKeyboard(habit: Habit, person: Person, slower: number): Promise<void> {
  const { hand, visit } = person
  const { email = usualEmail, message = usualMessage } = habit
  await visit.layout()
  await hand.pause(800 * slower)
  await tabTo('email', hand, visit, slower)
  await write(habit, person, 'email', email)
  await hand.pause(500 * slower)
  await tabTo('message', hand, visit, slower)
  await write(habit, person, 'message', message)
  await texts(visit, email, message)
  await hand.pause((habit.pause ?? 700) * slower)
  await tabTo('send', hand, visit, slower)
  await hand.press(habit.send === 'click' ? 'space' : 'Return')
}

async function write(habit: Habit, person: Person, field: 'email' | 'message', text: string): Promise<void> {
  if (habit.filledByItself?.includes(field)) {
    await person.visit.until(
      `an extension fills "${field}"`,
      ({ layout }) => layout?.filled[field] === text.length,
      5000,
    )
    return
  }
  await (habit.write ?? typed())(person, text, field)
}

/** Key by key. */
export function typed(manner: Manner = {}): Write {
  return ({ hand }, text) => hand.type(text, manner)
}

/** Text from elsewhere, with Ctrl and V. */
export const pasted: Write = async ({ hand, display }, text) => {
  await whileSelected(display, 'clipboard', text, async () => {
    await hand.pause(600)
    await hand.press('v', ['Control_L'])
    await hand.pause(500)
  })
}

/** Text that is marked elsewhere, with the wheel of the mouse, as on all X desktops. */
export const middleClicked: Write = async ({ hand, display }, text) => {
  await whileSelected(display, 'primary', text, async () => {
    await hand.pause(600)
    await hand.click(1, 2)
    await hand.pause(500)
  })
}

/** By a program that types for somebody, as tools for dictation and password managers do on X desktops. */
export function typedByProgram(delayMs: number, chunks: (text: string) => readonly string[]): Write {
  return async ({ hand, display }, text) => {
    for (const chunk of chunks(text)) {
      await promisify(execFile)('xdotool', ['type', '--delay', String(delayMs), chunk], {
        env: { ...process.env, DISPLAY: display },
      })
      await hand.pause(700)
    }
  }
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

async function whileSelected(
  display: string,
  selection: 'clipboard' | 'primary',
  text: string,
  use: () => Promise<void>,
): Promise<void> {
  const holder = startProcess('sh', ['-c', 'printf %s "$TEXT" | xclip -quiet -selection "$SELECTION" -in'], {
    env: { ...process.env, DISPLAY: display, TEXT: text, SELECTION: selection },
  })
  try {
    await use()
  } finally {
    await holder.stop()
  }
}

async function focusOn(visit: FollowedVisit, id: string): Promise<void> {
  await visit.until(`the element "${id}" has the focus`, ({ layout }) => layout?.focused === id, 5000)
}

async function texts(visit: FollowedVisit, email: string, message: string): Promise<void> {
  await visit.until(
    'both fields hold their text',
    ({ layout }) => layout?.filled.email === email.length && layout.filled.message === message.length,
    5000,
  )
}
