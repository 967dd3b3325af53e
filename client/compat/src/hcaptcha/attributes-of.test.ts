import { expect, test } from 'vitest'
import { attributesOf, designOf } from './attributes-of.ts'

test('every parameter of a visible widget has its place', () => {
  const parameters = { sitekey: 'bsk_1', theme: 'dark', size: 'compact', tabindex: 3, hl: 'de' }
  expect(attributesOf(parameters, undefined)).toMatchObject({
    sitekey: 'bsk_1',
    theme: 'dark',
    size: 'compact',
    tabindex: '3',
    language: 'de',
    design: undefined,
  })
})

test('an invisible one shows nothing and waits to be told', () => {
  expect(attributesOf({ size: 'invisible' }, 'fr')).toMatchObject({
    invisible: '',
    badge: 'hidden',
    autostart: 'off',
    refresh: 'never',
    language: 'fr',
  })
})

test('a theme object becomes a design of the colours that the widget has', () => {
  const theme = {
    palette: {
      mode: 'dark',
      primary: { main: '#0af' },
      warn: { main: '#FF0000' },
      text: { heading: '#fff', body: 'rgb(1,2,3)' },
    },
    component: { checkbox: { main: { fill: '#101010', border: '#202020' } } },
  }
  expect(designOf(theme)).toEqual({
    dark: { background: '#101010', border: '#202020', text: '#ffffff', accent: '#00aaff', failure: '#FF0000' },
  })
  expect(attributesOf({ theme }, undefined)).toMatchObject({ theme: 'dark', design: JSON.stringify(designOf(theme)) })
})

test('a theme object that says nothing changes nothing', () => {
  expect(attributesOf({ theme: {} }, undefined)).toMatchObject({ theme: undefined, design: '{"light":{}}' })
})

test('their contrast theme is black on white with a strong border', () => {
  const { theme, design } = attributesOf({ theme: 'contrast' }, undefined)
  expect(theme).toBe('light')
  expect(JSON.parse(design ?? '')).toMatchObject({ borderWidth: 2, light: { text: '#000000', border: '#000000' } })
})
