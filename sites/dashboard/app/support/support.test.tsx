import type { Enquiry } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import * as support from './support.tsx'

type Given = Parameters<typeof layer<typeof support>>[2]

const enquiry: Enquiry = {
  id: '019a9b1c-5d3e-7000-8000-000000000001',
  topic: 'BLOCKED_VISITOR',
  message: 'A customer could not send our form.\nWhy? Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellformular',
  solutionId: '019a9b1c-5d3e-7000-8000-000000000002',
  reference: '019a9b1c-5d3e',
  state: 'ANSWERED',
  createdAt: '2026-11-18T09:00:00.000Z',
  replies: [{ text: 'Her browser was controlled by a program.', at: '2026-11-18T10:00:00.000Z' }],
}
const loaderData: Given['loaderData'] = {
  enquiries: [],
  hasMore: false,
  solutions: [{ id: '019a9b1c-5d3e-7000-8000-000000000002', label: 'Shop' }],
  typed: { topic: '', solutionId: '', reference: '', message: '' },
  intent: '019a9b1c-5d3e-7000-8000-000000000000',
}
const messageOf = (page: HTMLElement) => page.querySelector<HTMLTextAreaElement>('#message')?.value

test.for<[string, Partial<Given>, (page: HTMLElement) => void]>([
  ['nobody has written', {}, (page) => expect(page.querySelector('ol li b')).toBeNull()],
  [
    'something was answered',
    {
      loaderData: {
        ...loaderData,
        hasMore: true,
        enquiries: [enquiry, { ...enquiry, id: '2', state: 'OPEN', replies: [] }],
      },
    },
    (page) => expect(page.textContent).toContain('controlled by a program'),
  ],
  [
    'a request failed that its page names',
    { loaderData: { ...loaderData, solutions: [], typed: { ...loaderData.typed, reference: 'req-123' } } },
    (page) => {
      expect(page.querySelector<HTMLInputElement>('#reference')?.value).toBe('req-123')
      expect(page.querySelector('#solutionId')).toBeNull()
    },
  ],
  [
    'a message was refused',
    {
      actionData: {
        problem: exampleProblem('validation-failed', [{ pointer: '/message', code: 'too-short', params: { min: 10 } }]),
        typed: { ...loaderData.typed, topic: 'OTHER', message: 'Help' },
        intent: '019a9b1c-5d3e-7000-8000-000000000009',
      },
    },
    (page) => expect(messageOf(page)).toBe('Help'),
  ],
])('the support page is clean where %s', async ([, given, has]) => {
  const state = dashboardPage({
    at: '/support',
    page: layer('support/support', support, { path: ':language/support', loaderData, ...given }),
    heading: (t) => t(($) => $.support.title),
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
