import { ModuleScript } from '@bollard/site-kit'
import { createElement, type ReactNode } from 'react'

/**
 * The custom element of a part, and its script. What stands in it is there without script, too. The element finds the texts that it
 * writes itself in `data-texts`; their places for values have single braces, since the server fills those with two.
 */
export function Island({
  element,
  script,
  texts,
  children,
}: {
  element: string
  script: string
  texts?: Readonly<Record<string, unknown>>
  children: ReactNode
}) {
  return createElement(
    element,
    { class: 'grid min-w-0 gap-5', 'data-texts': texts === undefined ? undefined : JSON.stringify(texts) },
    children,
    <ModuleScript src={script} />,
  )
}
