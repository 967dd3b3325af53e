import { expect, test } from 'vitest'
import { askVies } from './vat-register.ts'

test.each([
  ['DE136695976', { valid: true, requestId: null }, true, [{ prefix: 'DE', number: '136695976' }]],
  ['EL094259216', { valid: false, requestId: null }, false, [{ prefix: 'EL', number: '094259216' }]],
  ['FR40303265045', 'unavailable', null, [{ prefix: 'FR', number: '40303265045' }]],
  // Not in VIES, or no number of a country that is: nobody is asked.
  ['CHE116281710MWST', { valid: true, requestId: null }, null, []],
  ['GB980780684', { valid: true, requestId: null }, null, []],
  ['NO974760673', { valid: true, requestId: null }, null, []],
  ['DE1/../x', { valid: true, requestId: null }, null, []],
] as const)('VIES is asked about %s, says %j, and that is %s', async (vatId, says, isKnown, asked) => {
  const heard: object[] = []
  const ask = askVies(async ({ prefix, number }, requester) => {
    heard.push({ prefix, number })
    expect(requester).toBeNull()
    return says
  })
  expect(await ask(vatId)).toBe(isKnown)
  expect(heard).toEqual(asked)
})
