import { expect, test } from 'vitest'
import { handsOf } from './listen-for-test.ts'
import { watchCauses } from './watch-causes.ts'

const widget = {} as Element

function causes(hasFocus = true) {
  return handsOf((on, hands) => watchCauses(on, hands, { hasFocus: () => hasFocus } as Document, widget))
}

test('focus and text come from a press of a key, a button or a finger', () => {
  const { hands, send } = causes()
  for (const type of ['pointerdown', 'keydown', 'click']) {
    send(type, { timeStamp: 5000 })
    send('focusin', { timeStamp: 5004 })
    send('input', { timeStamp: 5004, inputType: 'insertText' })
  }
  expect(hands).toMatchObject({ focusWithoutCause: 0, inputWithoutKeys: 0, toolStacks: 0 })
})

test('focus and text that nothing brought about', () => {
  const { hands, send } = causes()
  send('focusin', { timeStamp: 9000 })
  send('input', { timeStamp: 9000, inputType: 'insertText' })
  expect(hands).toMatchObject({ focusWithoutCause: 1, inputWithoutKeys: 1 })
})

test.for([
  { why: 'a page that focuses a field while it loads', type: 'focusin', event: { timeStamp: 900 } },
  { why: 'a script of the page', type: 'focusin', event: { timeStamp: 9000, isTrusted: false } },
  { why: 'what was pasted', type: 'input', event: { timeStamp: 9000, inputType: 'insertFromPaste' } },
  {
    why: 'what a password manager fills in',
    type: 'input',
    event: { timeStamp: 9000, isTrusted: false, inputType: 'insertText' },
  },
])('nobody is suspected for $why', ({ type, event }) => {
  const { hands, send } = causes()
  send(type, event)
  expect(hands).toMatchObject({ focusWithoutCause: 0, inputWithoutKeys: 0 })
})

test('a text that comes at once without keys', () => {
  const { hands, send } = causes()
  send('input', { timeStamp: 9000, inputType: 'insertText', data: 'anna@example.org' })
  expect(hands.textsAtOnce).toBe(1)
})

test.for([
  { why: 'a key that writes several letters', at: 9000, event: { data: 'ffi' } },
  { why: 'what was pasted', at: 9000, event: { data: 'anna@example.org', inputType: 'insertFromPaste' } },
  { why: 'what an input method writes', at: 9000, event: { data: '你好世界', inputType: 'insertCompositionText' } },
  { why: 'what a password manager fills in', at: 9000, event: { data: 'anna@example.org', isTrusted: false } },
  { why: 'a text that a key brings', at: 8990, event: { data: 'With kind regards' } },
  { why: 'text that was taken away', at: 9000, event: { data: null } },
])('no text came at once for $why', ({ at, event }) => {
  const { hands, send } = causes()
  send('keydown', { timeStamp: at === 9000 ? 100 : at })
  send('input', { timeStamp: 9000, inputType: 'insertText', ...event })
  expect(hands.textsAtOnce).toBe(0)
})

test('a window that comes back to the front brings its focus along', () => {
  const { hands, send } = causes(false)
  send('focusin', { timeStamp: 9000 })
  expect(hands.focusWithoutCause).toBe(0)
})

test('a script may click the page, but not the widget', () => {
  const { hands, send } = causes()
  send('click', { isTrusted: false })
  expect(hands.untrustedClicks).toBe(0)
  send('click', { isTrusted: false, composedPath: () => [widget] })
  expect(hands.untrustedClicks).toBe(1)
})

test.for(['focusin', 'focusout', 'change'])('a tool that brings %s about is seen on the stack', (type) => {
  const { hands, send } = causes()
  // Functions are named after the tool's, and what has no name of a file has none on the stack.
  const act = new Function('send', 'type', 'send(type, {})\n//# sourceURL=pptr:evaluate;fill')
  act(send, type)
  expect(hands.toolStacks).toBe(1)
})

/** Runs as a script without an address does, such as one that a protocol or a bookmark puts into the page. */
function unnamed(act: () => void): void {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (error) =>
    `${error.name}\n    at HTMLDocument.<anonymous> (https://captcha.example/widget.js:1:100)\n    at <anonymous>:1:70`
  try {
    act()
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

test('a script without an address that writes and presses while nobody does anything', () => {
  const { hands, send } = causes()
  send('input', { timeStamp: 900, isTrusted: false })
  send('click', { timeStamp: 950, isTrusted: false })
  expect(hands).toMatchObject({ unnamedFills: 0, unnamedSends: 0 })
  unnamed(() => {
    send('input', { timeStamp: 900, isTrusted: false })
    // By `execCommand` events are trusted.
    send('input', { timeStamp: 910, inputType: 'insertText', data: 'a' })
    send('change', { timeStamp: 920, isTrusted: false })
    send('click', { timeStamp: 950, isTrusted: false })
    send('submit', { timeStamp: 951 })
  })
  expect(hands).toMatchObject({ unnamedFills: 3, unnamedSends: 2 })
})

test('such a script does what somebody asks for who has just pressed something', () => {
  const { hands, send } = causes()
  send('pointerdown', { timeStamp: 800 })
  unnamed(() => {
    send('input', { timeStamp: 900, isTrusted: false })
    send('submit', { timeStamp: 950 })
  })
  expect(hands).toMatchObject({ unnamedFills: 0, unnamedSends: 0 })
})

test('keys that a script makes up bring nothing about', () => {
  const { hands, send } = causes()
  for (const key of ['a', 'A', '1', 'Shift', undefined]) send('keydown', { timeStamp: 9000, isTrusted: false, key })
  send('pointerdown', { timeStamp: 9000, isTrusted: false })
  send('focusin', { timeStamp: 9001 })
  expect(hands).toMatchObject({ madeUpKeys: 3, focusWithoutCause: 1 })
})
