import { expect, test } from 'vitest'
import { rankCommands } from './rank-commands.ts'

const command = (label: string, place = '') => ({ id: label, label, place, run: () => {} })
const labels = (typed: string, commands: readonly ReturnType<typeof command>[]) =>
  rankCommands(commands, typed).map(({ label }) => label)

const commands = [
  command('Change plan', 'Shop'),
  command('New captcha'),
  command('Überblick', 'Shop'),
  command('Captchas'),
  command('Verifications', 'Café Blog'),
]

test('nothing typed shows everything in its order', () => {
  expect(labels('  ', commands)).toEqual(commands.map(({ label }) => label))
})

test('a label that begins with it comes before one with a word that does, and both before the others', () => {
  expect(labels('cap', [command('Landscape'), command('New captcha'), command('Captchas')])).toEqual([
    'Captchas',
    'New captcha',
    'Landscape',
  ])
})

test('words count in any order, with their place, and without accents and case', () => {
  expect(labels('shop PLAN', commands)).toEqual(['Change plan'])
  expect(labels('uberblick', commands)).toEqual(['Überblick'])
  expect(labels('cafe', commands)).toEqual(['Verifications'])
  expect(labels('nothing like it', commands)).toEqual([])
})
