import { replayLimits } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { redactEvent } from './redact-event.ts'
import { hasRoom, visitLimits } from './visit.ts'

const secret = 'hunter2'
const change = (data: object) => redactEvent({ type: 3, data, timestamp: 1 }, false)
const text = (textContent: string) => ({ type: 3, textContent, id: 3 })
const element = (tagName: string, attributes: object, childNodes: object[] = []) => ({
  type: 2,
  tagName,
  attributes,
  childNodes,
  id: 2,
})

test('an input tells neither its text nor its length nor whether it is chosen', () => {
  for (const typed of [secret, 'a'])
    expect(change({ source: 5, id: 7, text: typed, isChecked: true })?.data).toEqual({
      source: 5,
      id: 7,
      text: '***',
      isChecked: false,
    })
  expect(change({ source: 5, id: 7, text: '', isChecked: true })?.data).toMatchObject({ text: '', isChecked: false })
})

test('a page keeps its texts, and loses every value and the query of every address', () => {
  const node = element('body', {}, [
    element('p', {}, [text('Stop bots')]),
    element('input', { type: 'text', value: secret, name: 'q' }),
    element('input', { type: 'checkbox', checked: true }),
    element('option', { selected: true, value: 'de' }),
    element('a', { href: `/en/wiki?q=${secret}#${secret}` }),
  ])
  const redacted = redactEvent({ type: 2, data: { node, initialOffset: { left: 0, top: 0 } }, timestamp: 1 }, false)
  const written = JSON.stringify(redacted)
  expect(written).toContain('Stop bots')
  expect(written).toContain('"href":"/en/wiki"')
  expect(written).not.toMatch(/hunter2|"checked"|"selected"|"value":"de"/u)
})

test('what comes into a page later repeats nothing: texts are starred, and attributes tell only how things look', () => {
  const data = {
    source: 0,
    texts: [{ id: 3, value: `You typed ${secret}` }],
    attributes: [
      { id: 4, attributes: { class: 'open', value: secret, title: secret, 'data-x': secret, href: secret } },
    ],
    removes: [{ parentId: 1, id: 9 }],
    adds: [{ parentId: 1, nextId: null, node: element('p', { class: 'x', title: secret }, [text(secret)]) }],
  }
  const written = JSON.stringify(change(data))
  expect(written).not.toContain(secret)
  expect(written).toContain('*** ***** *******')
  expect(written).toContain('"class":"open"')
  expect(change({ source: 0, texts: [], attributes: [], removes: [], adds: data.adds })?.data).toMatchObject({
    adds: [{ node: { attributes: { class: 'x' }, childNodes: [{ textContent: '*******' }] } }],
  })
})

test('the address of a page loses its query', () => {
  expect(
    redactEvent({ type: 4, data: { href: `https://a.example/en?q=${secret}`, width: 1 }, timestamp: 1 }, false),
  ).toEqual({
    type: 4,
    data: { href: 'https://a.example/en', width: 1 },
    timestamp: 1,
  })
})

test.for([
  ['a page’s own event', { type: 5, data: { tag: 'x', payload: secret } }],
  ['an event of a plugin', { type: 6, data: { plugin: 'console', payload: secret } }],
  ['a file', { type: 7, data: { url: secret } }],
  ['a line of the console', { type: 3, data: { source: 11, payload: [secret] } }],
  ['a drawing', { type: 3, data: { source: 9, commands: [secret] } }],
  ['a font', { type: 3, data: { source: 10, fontSource: secret } }],
  ['a kind that is not known', { type: 3, data: { source: 99, text: secret } }],
] as const)('%s is not kept', ([, event]) => {
  expect(redactEvent({ ...event, timestamp: 1 }, false)).toBeNull()
})

test('a visit has room within what the service takes, and for half an hour', () => {
  const visit = { id: 'x', startedAt: 0, batches: 0, characters: 0 }
  expect(visitLimits.minutes).toBe(replayLimits.minutes)
  expect(visitLimits.batches).toBe(replayLimits.batches)
  expect(visitLimits.charactersMax).toBeLessThanOrEqual(replayLimits.charactersMax)
  expect(hasRoom(visit, 1, 30 * 60_000 - 1)).toBe(true)
  expect(hasRoom(visit, 1, 30 * 60_000)).toBe(false)
  expect(hasRoom(visit, visitLimits.charactersMax + 1, 0)).toBe(false)
  expect(hasRoom({ ...visit, batches: 1_000 }, 1, 0)).toBe(false)
})
