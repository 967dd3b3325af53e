import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/gu, '')
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&quot;/gu, '"')
    .replace(/&amp;/gu, '&')

test('no character of the code is lost or changed', () => {
  const code = `<script src="https://a.example/x?a=1&b=2"></script>\n\nconst a = await fetch('x', { b: "<c>" }) // it's\nif (a > 1 && b < 2) return`
  expect(textOf(highlight(code))).toBe(code)
})

test('whatever the code holds, it becomes no element of the page', () => {
  expect(highlight(`<img src=x onerror="alert(1)">`)).not.toContain('<img')
})

test('strings and keywords get their colours, parts of longer words do not', () => {
  expect(highlight(`return 'a'`)).toBe(
    '<span class="line"><span class="text-code-keyword">return</span> <span class="text-code-string">\'a\'</span></span>',
  )
  expect(highlight('returned')).toBe('<span class="line">returned</span>')
})
