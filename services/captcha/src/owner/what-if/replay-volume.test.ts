import { expect, test } from 'vitest'
import { visitorOf } from '../../testing/past-visitor.ts'
import { createVolumeReplay, type VolumeSettings } from './replay-volume.ts'

const usual: VolumeSettings = { volumeBudgets: true, underAttack: 'AUTO', exemptNetworks: [] }
const evidence = 'consistent-browser -0.2'
const busy = `${evidence} network-budget 0/2.5 operator-budget 0/2 similar-visitors 0/1`
const attacked = `${evidence} network-budget 0/2 site-under-attack 0/4`

function replay(
  reasons: string,
  {
    today = {},
    proposed = {},
    passesAtOnce = false,
    ...visitor
  }: {
    today?: Partial<VolumeSettings>
    proposed?: Partial<VolumeSettings>
    passesAtOnce?: boolean
    network?: string
    atOnce?: boolean
  },
) {
  const round = { score: 0.04, reasons }
  const change = createVolumeReplay({ ...usual, ...today }, { ...usual, ...today, ...proposed })
  return change(visitorOf({ first: round, last: round, ...visitor }), passesAtOnce)
}

test('the greatest of what was asked for counts, and likeness on top', () => {
  expect(replay(busy, {})).toEqual({ before: 3.5, after: 3.5, unseen: false })
  expect(replay(attacked, {})).toEqual({ before: 4, after: 4, unseen: false })
  expect(replay(evidence, {})).toEqual({ before: 0, after: 0, unseen: false })
})

test('a code that is none of volume counts nothing, whatever number it has', () => {
  expect(replay('webdriver 0/9 network-budget 0 site-budget 0/1', {})).toEqual({ before: 1, after: 1, unseen: false })
})

test('without budgets only an attack asks for more; with them anew nobody knows what they would have asked', () => {
  expect(replay(busy, { proposed: { volumeBudgets: false } })).toEqual({ before: 3.5, after: 0, unseen: false })
  expect(replay(attacked, { proposed: { volumeBudgets: false } })).toEqual({ before: 4, after: 4, unseen: false })
  expect(replay(evidence, { today: { volumeBudgets: false }, proposed: { volumeBudgets: true } })).toEqual({
    before: 0,
    after: 0,
    unseen: true,
  })
})

test('an attack that the owner switches on counts with the most, one that ends counts no more', () => {
  expect(replay(evidence, { proposed: { underAttack: 'ON' } })).toEqual({ before: 0, after: 4, unseen: false })
  expect(replay(busy, { proposed: { underAttack: 'ON' } })).toEqual({ before: 3.5, after: 5, unseen: false })
  expect(replay(attacked, { proposed: { underAttack: 'OFF' } })).toEqual({ before: 4, after: 2, unseen: false })
  for (const underAttack of ['ON', 'OFF'] as const)
    expect(replay(attacked, { today: { underAttack }, proposed: { underAttack: 'AUTO' } })).toEqual({
      before: 4,
      after: 2,
      unseen: true,
    })
})

test.for([
  ['198.51.100.0/24', ['198.51.100.0/24'], { after: 0, unseen: false }],
  ['198.51.100.0/24', ['198.51.0.0/16', '2001:db8::/32'], { after: 0, unseen: false }],
  ['2001:db8:7::/48', ['2001:db8::/32'], { after: 0, unseen: false }],
  ['198.51.100.0/24', ['198.51.101.0/24'], { after: 3.5, unseen: false }],
  // The log keeps no address, so nobody knows whether the visitor had it.
  ['198.51.100.0/24', ['198.51.100.7'], { after: 3.5, unseen: true }],
] as const)('of visitors from %s with %j exempt the log tells what it can', ([network, exemptNetworks, expected]) => {
  expect(replay(busy, { network, proposed: { exemptNetworks: [...exemptNetworks] } })).toEqual({
    before: 3.5,
    ...expected,
  })
})

test('exempt stays exempt during an attack, and what is exempt no longer has left no number', () => {
  const [network, exemptNetworks] = ['198.51.100.0/24', ['198.51.100.0/24']]
  expect(replay(evidence, { network, today: { exemptNetworks }, proposed: { underAttack: 'ON' } })).toEqual({
    before: 0,
    after: 0,
    unseen: false,
  })
  expect(replay(evidence, { network, today: { exemptNetworks }, proposed: { exemptNetworks: [] } })).toEqual({
    before: 0,
    after: 0,
    unseen: true,
  })
})

test('nothing is asked of visitors about whom a rule or a key decides at once', () => {
  expect(replay('', { atOnce: true, proposed: { underAttack: 'ON' } })).toEqual({ before: 0, after: 0, unseen: false })
  expect(replay(busy, { passesAtOnce: true })).toEqual({ before: 3.5, after: 0, unseen: false })
})
