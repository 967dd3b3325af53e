import { expect, test } from 'vitest'
import type { Scene } from './check.ts'
import { environment } from './environment.ts'
import { noHands } from './watch-hands.ts'

/** Whether a page of these widths is taken for one that is not drawn. */
function hasNoLayout({ window = 1366, root = 0, body = 0, display = 'block' }) {
  const page = {
    innerWidth: window,
    document: { documentElement: { offsetWidth: root }, body: { offsetWidth: body } },
    getComputedStyle: () => ({ display }),
  } as unknown as Scene['page']
  return environment['no-layout']({ page, clean: undefined, worker: undefined, hands: noHands(), globalsAtLoad: false, coarseClock: false })
}

test('a page in a window that takes no room is not drawn', () => {
  expect(hasNoLayout({})).toBe(true)
  expect(hasNoLayout({ root: 1366, body: 1350 })).toBe(false)
})

test.for([{ display: 'none' }, { display: 'contents', body: 1366 }, { window: 0 }])(
  'a page that hides itself for a moment is drawn all the same: %o',
  (page) => {
    expect(hasNoLayout(page)).toBe(false)
  },
)
