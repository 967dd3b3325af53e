import { expect, test } from 'vitest'
import { diffOf, migrationDiffs } from './migration-diffs.server.ts'

test.for([0, 1])('the diff of version %# of reCAPTCHA changes two lines to this installation', async (index) => {
  const diff = (await migrationDiffs('https://api.example.net'))[index]
  const added = diff?.code.split('\n').filter((line) => /^\+(?!\+)/u.test(line)) ?? []
  expect(added).toHaveLength(2)
  for (const line of added) expect(line).toContain('https://api.example.net/recaptcha/api')
  expect(diff?.html).toContain('class="line"')
})

test('a diff that the documentation has lost is no empty panel', () => {
  expect(() => diffOf('```diff other\n+a\n```', 'recaptcha-v2')).toThrow('no diff recaptcha-v2')
})
