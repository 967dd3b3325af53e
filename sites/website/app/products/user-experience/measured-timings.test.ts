import { expect, test } from 'vitest'
import { readMeasuredTimings } from './measured-timings.server.ts'
import { widgetLanguages } from './widget-languages.server.ts'

test('the stored benchmarks have every timing that the page shows', () => {
  const { toToken, longestTask, measuredOn } = readMeasuredTimings()
  for (const figure of [...Object.values(toToken ?? {}), ...Object.values(longestTask ?? {})])
    expect(figure).toBeGreaterThan(0)
  expect(Object.keys({ ...toToken, ...longestTask })).toHaveLength(5)
  expect(Date.parse(measuredOn ?? '')).not.toBeNaN()
})

test('each language of the widget has a name and says something of its own', () => {
  const all = widgetLanguages('en')
  expect(all.find(({ tag }) => tag === 'de')).toEqual({ tag: 'de', name: 'German', sample: expect.any(String) })
  for (const { name, sample } of all) expect(`${name}: ${sample}`).toMatch(/^\S.*: \S/u)
})
