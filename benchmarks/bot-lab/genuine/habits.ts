import { type Habit, middleClicked, pasted, type Person, typed, typedByProgram } from './fill-form.ts'

/** Those who write slowly write less. */
const little = { email: 'a.berg@example.org', message: 'Please call me!' }

const seconds =
  (least: number) =>
  async ({ hand }: Person) =>
    hand.pause(least * 1000)

/** How people use a form. */
export const habits = {
  mouse: {},
  keyboard: { keyboard: 1 },
  paste: { write: pasted },
  'middle-click': { write: middleClicked },
  'screen-reader': {
    keyboard: 2.5,
    before: async ({ hand }) => {
      await hand.pause(2500)
      for (let line = 0; line < 4; line++) {
        await hand.press('Down')
        await hand.pause(900)
      }
    },
  },
  /** One switch that a program turns into keys: long holds, long rests, Space on the button. */
  switch: { ...little, keyboard: 2, send: 'click', write: typed({ hold: [250, 600], rest: [500, 1100] }) },
  slow: { ...little, write: typed({ hold: [90, 260], rest: [350, 1300] }) },
  fast: { write: typed({ hold: [30, 65], rest: [2, 45] }), pause: 100 },
  corrections: { write: typed({ mistakes: 7 }) },
  'caps-lock': { write: typed({ capsLock: true }) },
  dictation: { write: typedByProgram(8, (text) => text.split(/(?<=[,!] ?)/u)) },
  'auto-type': { write: typedByProgram(25, (text) => [text]) },
  'filled-email': { filledByItself: ['email'] },
  'filled-both': { filledByItself: ['email', 'message'] },
  enter: { send: 'enter' },
  'double-click': { send: 'double-click' },
  'at-once': { ...little, write: typed({ hold: [30, 65], rest: [2, 45] }), send: 'enter', pause: 1 },
  hesitant: { pause: 20_000 },
  'other-tab': {
    before: async ({ hand }) => {
      await hand.press('t', ['Control_L'])
      await hand.pause(4000)
      await hand.press('w', ['Control_L'])
      await hand.pause(1200)
    },
  },
  back: {
    before: async (person) => {
      const { hand } = person
      await hand.press('l', ['Control_L'])
      await hand.pause(400)
      await typed()(person, 'about', 'email')
      await hand.press('semicolon', ['Shift_L'])
      await typed()(person, 'blank', 'email')
      await hand.press('Return')
      await hand.pause(2500)
      await hand.press('Left', ['Alt_L'])
      await hand.pause(2500)
    },
  },
  reload: {
    before: async ({ hand }) => {
      await hand.press('F5')
      await hand.pause(3000)
    },
  },
  devtools: {
    before: async ({ hand }) => {
      await hand.press('F12')
      await hand.pause(4000)
    },
  },
  late: { before: seconds(12) },
} satisfies Readonly<Record<string, Habit>>

export type HabitName = keyof typeof habits
