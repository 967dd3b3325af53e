import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test, vi } from 'vitest'
import { Part, type PartName, partNames } from './parts.tsx'

// The pages load each of them as a script of its own.
import.meta.glob('./*/*.island.ts', { eager: true })

const ofLearn: readonly PartName[] = [
  'captcha-need',
  'comparison',
  'cost-of-spam',
  'signal-explorer',
  'time-cost',
  'ux-patterns',
]

test('the parts of the wiki are clean, and their islands answer', async () => {
  // The site's server, which has been sent a cookie that no script can read.
  vi.stubGlobal('fetch', async () => Response.json(['session_token']))
  const ofWiki = partNames.filter((name) => !ofLearn.includes(name))
  expect(await faultsOfParts(ofWiki, useWiki)).toEqual([])
})

test('the parts of learn are clean, and their islands answer', async () => {
  expect(await faultsOfParts(ofLearn, useLearn)).toEqual([])
})

/** What is wrong with a page of these parts, which a reader has used once. */
async function faultsOfParts(names: readonly PartName[], use: (hand: Hand) => void | Promise<void>): Promise<string[]> {
  const page = {
    default: () => (
      <main id="content">
        <h1>Parts</h1>
        {names.map((name) => (
          <Part key={name} name={name} />
        ))}
      </main>
    ),
  }
  return faultsOfPage({
    site: 'website',
    at: '/wiki/parts',
    layers: [layer('parts', page, { path: ':language/wiki/parts' })],
    heading: () => 'Parts',
    inEachLook: async (body, { look }) => {
      if (look === 'wide, light, en') await use(handOn(body))
    },
  })
}

type Hand = ReturnType<typeof handOn>

/** What a reader does with a part and reads there. */
function handOn(body: HTMLElement) {
  const find = <Found extends Element = HTMLElement>(selector: string): Found => {
    const found = body.querySelector<Found>(selector)
    if (found === null) throw new Error(`There is no ${selector}`)
    return found
  }
  return {
    find,
    said: (part: string, out: string): string => find(`part-${part} [data-out="${out}"]`).textContent.trim(),
    type: (selector: string, value: string): void => {
      const field = find<HTMLInputElement>(selector)
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

async function useWiki({ find, said, type }: Hand): Promise<void> {
  // The first visitor of the quiz is a bot, the second option.
  find('part-quiz fieldset label:nth-child(1) input').click()
  expect(find('part-quiz [data-verdict]').textContent).toBe('Not quite.')
  find('part-quiz fieldset label:nth-child(2) input').click()
  expect(find('part-quiz [data-verdict]').textContent).toBe('That’s right.')
  expect(find<HTMLDetailsElement>('part-quiz details').open).toBe(true)
  expect(find('part-quiz [data-score]').textContent).toBe('1 of 1 right, 7 questions in all.')

  const steps = [...find('part-stepper [data-steps]').children].map((step) => step as HTMLElement)
  const shown = (): number[] => steps.flatMap((step, index) => (step.hidden ? [] : [index]))
  expect(shown()).toEqual([0])
  find('part-stepper [data-do="next"]').click()
  expect([shown(), said('stepper', 'place')]).toEqual([[1], 'Step 2 of 6'])
  find('part-stepper [data-do="back"]').click()
  find('part-stepper [data-do="back"]').click()
  expect(shown()).toEqual([5])

  expect(said('firewall-rules', 'admin-verdict')).toBe('Let through')
  find('[data-rule="shell"] [data-do="up"]').click()
  expect([said('firewall-rules', 'admin-verdict'), said('firewall-rules', 'admin-rule')]).toEqual(['Blocked', 'rule 3'])
  find('part-firewall-rules [value="allow"]').click()
  expect(said('firewall-rules', 'scanner-verdict')).toBe('Let through')

  expect(said('brute-force-time', 'speed')).toBe('129 a second')
  type('part-brute-force-time [name="length"]', '4')
  expect([said('brute-force-time', 'length'), said('brute-force-time', 'bits')]).toEqual(['4', '23.8 bits'])
  expect(said('password-strength', 'password')).toHaveLength(16)
  expect(said('password-strength', 'reuse')).toContain('opens 19 other accounts')
  type('part-password-strength [name="passwords"]', '100')
  expect(said('password-strength', 'reuse')).toContain('no other account')

  type('part-readable-again [name="script"]', 'a=!0;b()')
  expect(said('readable-again', 'formatted')).toBe('a = true;\nb()')
  find('part-protection-checklist [name="logs"]').click()
  expect(said('protection-checklist', 'count')).toBe('1 of 20 done')
  expect(find('part-protection-checklist [data-copy]').dataset['copy']).toContain('- [x] Log enough')

  await vi.waitFor(() => expect(said('encryption-lab', 'aesOpened')).toBe('Meet me at the bollard at noon.'), {
    timeout: 20_000,
  })
  find('part-encryption-lab [data-do="flip"]').click()
  await vi.waitFor(() => expect(said('encryption-lab', 'aesOpened')).toBe('Refused: this isn’t what was encrypted.'), {
    timeout: 20_000,
  })
  type('part-encryption-lab [name="text"]', 'x'.repeat(191))
  await vi.waitFor(() => expect(said('encryption-lab', 'rsaOpened')).toContain('191 bytes; RSA takes 190'), {
    timeout: 20_000,
  })

  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).toContain('session_tokenCookiesent to the server'), {
    timeout: 20_000,
  })
  find('part-cookie-inspector [data-do="set"]').click()
  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).toContain('cookie_inspector'), { timeout: 20_000 })
  find('part-cookie-inspector [data-do="clear"]').click()
  await vi.waitFor(() => expect(said('cookie-inspector', 'found')).not.toContain('cookie_inspector'), {
    timeout: 20_000,
  })

  expect(said('script-sight', 'userAgent')).toBe(navigator.userAgent)
  await vi.waitFor(() => expect(said('fingerprint-entropy', 'hash')).toMatch(/^[\da-f]{64}$/u), { timeout: 20_000 })
  expect(said('fingerprint-entropy', 'left')).toBe('1,000 visitors')
}

function useLearn({ find, said, type }: Hand): void {
  const advice = (): string[] =>
    [...find('part-captcha-need').querySelectorAll<HTMLElement>('[data-verdict]')]
      .filter(({ hidden }) => !hidden)
      .map(({ dataset }) => dataset['verdict'] ?? '')
  expect(advice()).toEqual(['open'])
  find('part-captcha-need [name="need-strangers"][value="no"]').click()
  expect(advice()).toEqual(['closed'])
  find('part-captcha-need [data-do="again"]').click()
  expect(advice()).toEqual(['open'])

  expect([said('cost-of-spam', 'hours'), said('cost-of-spam', 'total')]).toEqual(['43', '2,936'])
  type('part-cost-of-spam [name="spam-messages"]', '0')
  expect([said('cost-of-spam', 'time'), said('cost-of-spam', 'total')]).toEqual(['0', '1,200'])
  type('part-time-cost [name="time-forms"]', '3600')
  expect(find('part-time-cost [data-seconds="15"]').textContent).toBe('15')

  expect(said('signal-explorer', 'threshold')).toBe('0.30')
  type('part-signal-explorer [name="threshold"]', '50')
  expect(said('signal-explorer', 'caught')).toContain('132 of 164')
  expect(said('signal-explorer', 'decision')).toBe('let through')
  find('part-signal-explorer [value="webdriver"]').click()
  expect(said('signal-explorer', 'decision')).toBe('blocked')
  expect(said('signal-explorer', 'reasons')).toContain('Driven by an automation tool')
}
