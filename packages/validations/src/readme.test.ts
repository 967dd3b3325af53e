import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { judgeEnquiry } from '../example.ts'
import type { MailResolver } from './email/find-mail.ts'

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const blocks = [...read('README.md').matchAll(/```(?:ts|json)\n(.*?)```/gsu)].map(([, text]) => text ?? '')
const now = () => new Date('2026-11-27')
const resolver: MailResolver = { resolveMx: async () => [], resolveAddresses: async () => [] }

it('the worked example is the code that runs, and its answer is what the code says', async () => {
  const [code, sent, answer] = blocks
  expect(code).toBe(read('example.ts'))
  expect(await judgeEnquiry(JSON.parse(sent ?? ''), resolver, now)).toEqual(JSON.parse(answer ?? ''))
})
