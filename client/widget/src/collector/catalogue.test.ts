import { expect, test } from 'vitest'
import { alwaysRunning, catalogueVersion, clientChecks } from '../../../../packages/bot-score/src/catalogue.ts'
import { readVerdicts } from '../../../../packages/bot-score/src/verdict-layout.ts'
import { permutationOf } from '../../../../packages/proof-of-work/src/permutation.ts'
import { catalogue } from './catalogue.ts'
import { debuggers } from './debugger.ts'
import { declared } from './declared.ts'
import { noteVerdict, verdictBytes } from './encode-bits.ts'
import { environment } from './environment.ts'
import { interaction } from './interaction.ts'
import { layoutNumber, slotOf } from './layout.ts'
import { tamper } from './tamper.ts'

test('the widget and the score number the checks alike', () => {
  expect(catalogue).toEqual(clientChecks.map(({ code }) => code))
  expect(catalogueVersion).toBe(2)
})

test('every check of the list exists, and no other', () => {
  const checks = { ...declared, ...tamper, ...debuggers, ...environment, ...interaction }
  expect(Object.keys(checks).toSorted()).toEqual([...catalogue].toSorted())
  for (const code of alwaysRunning) expect(checks[code]).toBeTypeOf('function')
})

test('the service reads each verdict where the widget wrote it', () => {
  const places = permutationOf(layoutNumber)
  expect(catalogue.map(slotOf)).toEqual([...places.subarray(0, catalogue.length)])
  for (const [index, code] of catalogue.entries()) {
    const bit = index < 32 ? [1 << index, 0] : [0, 1 << (index - 32)]
    const verdicts = new Uint8Array(verdictBytes)
    noteVerdict(verdicts, slotOf(code), false)
    expect(readVerdicts(verdicts, places)).toEqual({ ran: bit, fired: [0, 0] })
    noteVerdict(verdicts, slotOf(code), true)
    noteVerdict(verdicts, slotOf(code), false)
    expect(readVerdicts(verdicts, places), 'found once stays found').toEqual({ ran: bit, fired: bit })
  }
})
