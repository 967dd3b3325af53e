import { expect, test } from 'vitest'
import { alwaysRunning, catalogueVersion, clientChecks } from '../../../../packages/bot-score/src/catalogue.ts'
import { readVerdictBits } from '../../../../packages/bot-score/src/verdict-bits.ts'
import { catalogue } from './catalogue.ts'
import { debuggers } from './debugger.ts'
import { declared } from './declared.ts'
import { encodeBits } from './encode-bits.ts'
import { environment } from './environment.ts'
import { interaction } from './interaction.ts'
import { tamper } from './tamper.ts'

test('the widget and the score number the checks alike', () => {
  expect(catalogue).toEqual(clientChecks.map(({ code }) => code))
  expect(catalogueVersion).toBe(1)
})

test('every check of the list exists, and no other', () => {
  const checks = { ...declared, ...tamper, ...debuggers, ...environment, ...interaction }
  expect(Object.keys(checks).toSorted()).toEqual([...catalogue].toSorted())
  for (const code of alwaysRunning) expect(checks[code]).toBeTypeOf('function')
})

test('the service reads each bit where the widget wrote it', () => {
  for (const index of catalogue.keys()) {
    const bits = catalogue.map((_, position) => position === index)
    expect(readVerdictBits(encodeBits(bits))).toBe(1 << index)
  }
  expect(readVerdictBits(encodeBits([]))).toBe(0)
})
