import { problemStatus, siteverifyCodes, widgetCodes } from '@bollard/contracts'
import { languages } from '@bollard/i18n'
import { readTexts } from '@bollard/i18n/load'
import { expect, test } from 'vitest'
import { describeApi } from './describe-api.ts'
import { codePlaces, explainCode, explainedCodes, writeExplanation } from './explain-code.ts'
import { readReference } from './read-reference.ts'

const reference = readReference(
  describeApi({ serverUrl: 'https://api.example', version: '1.2.3', docsUrl: 'https://docs.example' }),
)

test.each(languages)('every code has a text in %s, and every text is of a code', (language) => {
  expect(Object.keys(readTexts('errors', language)).toSorted()).toEqual(explainedCodes)
  for (const code of explainedCodes) {
    const { title, meaning, causes, steps } = explainCode(code, language)
    expect(title.length, code).toBeLessThanOrEqual(60)
    for (const sentence of [meaning, ...causes, ...steps]) expect(sentence, code).toMatch(/^\S.*[.?]$/u)
  }
})

test('every problem, every code of siteverify and every code of the widget has a page', () => {
  for (const code of [...Object.keys(problemStatus), ...siteverifyCodes, ...widgetCodes])
    expect(explainedCodes).toContain(code)
})

test('what a text names in code exists', () => {
  const names = new Set<string>([...explainedCodes, ...reference.operations.keys()])
  const missing = languages.flatMap((language) =>
    explainedCodes.flatMap((code) => {
      const { meaning, causes, steps } = explainCode(code, language)
      return [meaning, ...causes, ...steps]
        .flatMap((sentence) => [...sentence.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name))
        .filter((name) => /^(?:(?:get|list|put|create|answer|prove|resend)[A-Z]\w*|[a-z]+(?:-[a-z]+)+)$/u.test(name))
        .filter((name) => !names.has(name) && !known.has(name))
        .map((name) => `${code}: ${name}`)
    }),
  )
  expect(missing).toEqual([])
})

/** Names in code that are neither a code nor an operation. */
const known = new Set([
  'bollard-response',
  'bollard-solved',
  'bollard-expired',
  'connect-src',
  'frame-src',
  'script-src',
])

test('places of a code are where the API, siteverify and the widget answer it', () => {
  const places = codePlaces('solution-locked', reference)
  expect(places).toMatchObject({ siteverify: true, widget: true })
  expect(places.problem?.operations.map(({ id }) => id)).toContain('startVerification')
  expect(codePlaces('token-already-used', reference)).toEqual({ problem: null, siteverify: true, widget: false })
  expect(codePlaces('not-solved', reference)).toEqual({ problem: null, siteverify: false, widget: true })
})

test('a page as Markdown has causes, steps, an example and links to the operations', () => {
  const words = {
    causes: 'Causes',
    steps: 'Steps',
    example: 'Example',
    siteverify: 'Of siteverify.',
    widget: 'Of the widget.',
    operations: 'Operations',
    status: 'Status',
  }
  const code = 'rate-limited'
  const markdown = writeExplanation(code, explainCode(code, 'en'), codePlaces(code, reference), words)
  expect(markdown).toMatch(/^# Too many requests: rate-limited\n/u)
  for (const part of [
    'Status: 429',
    '## Causes',
    '## Steps',
    '"retryAfterSeconds": 12',
    '(/api/createEnquiry)',
    'Of siteverify.',
  ])
    expect(markdown).toContain(part)
})
