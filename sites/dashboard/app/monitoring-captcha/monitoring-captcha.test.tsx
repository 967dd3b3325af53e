import type { CaptchaAtIncident, MonitoringCheck } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { bucketsOf } from './buckets-of.ts'
import { CaptchaCheckFields } from './captcha-check-fields.tsx'
import { CaptchasAtIncident } from './captchas-at-incident.tsx'
import { captchaTarget, newCaptchaCheck, shownCaptchaCheck, type CaptchaCheck } from './typed-captcha-check.ts'

const shop = '019a9b1c-5d3e-7000-8000-0000000000c1'
const heartbeat = '019a9b1c-5d3e-7000-8000-0000000000d1'
const form: CaptchaCheck & { kind: 'FORM' } = {
  kind: 'FORM',
  target: {
    url: 'https://shop.example/contact',
    siteKey: 'bsk_of_shop',
    fields: [
      { name: 'email', value: null },
      { name: 'message', value: null },
    ],
    responseField: 'bollard-response',
    way: 'PROTOCOL',
    redirectsMax: 5,
    statusCodes: '200-299',
    family: 'ANY',
    heartbeat: { serviceId: heartbeat, withinSeconds: 20 },
  },
  timeoutMs: 30_000,
  assertions: [],
}
const rate: MonitoringCheck & { kind: 'PASS_RATE' } = {
  kind: 'PASS_RATE',
  target: { solutionId: shop, figures: ['solveRate'], volumeMin: 50, degradedScore: 3.5, downScore: 10 },
  timeoutMs: 8_000,
  assertions: [],
}
const seen: CaptchaAtIncident = {
  solutionId: shop,
  from: '2026-03-02T12:00:00.000Z',
  to: '2026-03-02T13:10:00.000Z',
  minutes: [
    { at: '2026-03-02T12:00:00.000Z', verifications: 20, solved: 19, refused: 1, solveRate: 0.95 },
    { at: '2026-03-02T12:01:00.000Z', verifications: 10, solved: 2, refused: 8, solveRate: 0.2 },
    { at: '2026-03-02T13:09:00.000Z', verifications: 4, solved: 4, refused: 0, solveRate: 1 },
  ],
}
const heading = 'Checks that ask a captcha'

/** Both kinds with a fault on every field, and an incident with and without figures. */
function Everything() {
  const lists = { captchas: [{ id: shop, name: 'Shop' }], heartbeats: [{ id: heartbeat, name: 'Mail has arrived' }] }
  return (
    <Page title={heading}>
      <PageTitle title={heading} />
      <form className="grid gap-8">
        {([form, rate] as const).map((check) => (
          <CaptchaCheckFields
            key={check.kind}
            kind={check.kind}
            typed={shownCaptchaCheck(check)}
            errorOf={(name) => (name.endsWith('Score') ? undefined : 'Please check this field.')}
            hasBrowser={check.kind === 'PASS_RATE'}
            {...lists}
          />
        ))}
      </form>
      <CaptchasAtIncident items={[seen, { ...seen, solutionId: heartbeat, minutes: [] }]} nameOf={() => 'Shop'} />
    </Page>
  )
}

test('fields and figures of captchas are clean in every look', async () => {
  const page = layer('monitoring-captcha/everything', { default: Everything }, { path: ':language/monitoring-captcha' })
  const state = dashboardPage({
    at: '/monitoring-captcha',
    page,
    heading: () => heading,
    has: (shown) => {
      expect(shown.querySelectorAll('main table tbody tr').length).toBe(3)
      expect(new FormData(shown.querySelector('main form') as HTMLFormElement).getAll('check/target/figures')).toEqual([
        'solveRate',
      ])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('what is stored comes back from its form as it was', () => {
  expect(captchaTarget('FORM', shownCaptchaCheck(form))).toEqual(form.target)
  expect(captchaTarget('PASS_RATE', shownCaptchaCheck(rate))).toEqual(rate.target)
})

test('in a stored form a value that is typed is new, one that is not stays, and a new field may be empty', () => {
  const typed = { ...shownCaptchaCheck(form), 'check/target/fields': 'email: a:b\nmessage:\nphone:' }
  expect(captchaTarget('FORM', typed)['fields']).toEqual([
    { name: 'email', value: 'a:b' },
    { name: 'message', value: null },
    { name: 'phone', value: '' },
  ])
})

test('a new form asks for nothing that the service knows, and keeps what is no number for it to refuse', () => {
  expect(captchaTarget('FORM', newCaptchaCheck('FORM'))).toEqual({
    url: 'https://',
    siteKey: '',
    fields: [],
    way: 'PROTOCOL',
    statusCodes: '200-299',
    heartbeat: null,
  })
  const typed = {
    ...newCaptchaCheck('PASS_RATE'),
    'check/target/degradedScore': '3,5',
    'check/target/downScore': 'ten',
  }
  expect(captchaTarget('PASS_RATE', typed)).toMatchObject({ volumeMin: 50, degradedScore: 3.5, downScore: 'ten' })
})

test('the time around an incident is drawn in at most sixty parts, and nothing is lost', () => {
  const buckets = bucketsOf(seen)
  expect(buckets.length).toBe(35)
  expect(buckets.map(({ started }) => started).filter(Boolean)).toEqual([30, 4])
  expect(bucketsOf({ ...seen, to: seen.from }).length).toBe(1)
})
