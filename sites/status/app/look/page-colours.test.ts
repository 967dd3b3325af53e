import { expect, test } from 'vitest'
import { colourStyle } from './page-colours.ts'

test('only a colour of six digits gets into the style of a page', () => {
  expect(colourStyle({ colors: { light: '#1d4ed8', dark: null } })).toBe(
    'html:root{--accent:light-dark(#1d4ed8,#f3f1ec)}',
  )
  for (const attack of [
    'red',
    '#fff',
    '#1d4ed8;}body{display:none',
    '#1d4ed8\n',
    '</style><script>',
    'url(//evil.example)',
  ])
    expect(colourStyle({ colors: { light: attack, dark: attack } })).toBe(
      'html:root{--accent:light-dark(#17181a,#f3f1ec)}',
    )
})
