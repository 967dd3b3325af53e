import { Fragment, type ReactNode, StrictMode, createElement, useEffect } from 'react'
import { type Root, createRoot } from 'react-dom/client'
import { type Library, offer, place, tell } from './driven.ts'

/** A React page. `strict=off` in its address leaves StrictMode out, under which React mounts everything twice. */
export function offerReact(render: () => ReactNode, rest: Omit<Library, 'mount' | 'unmount'>): void {
  let root: Root | undefined
  let element: HTMLElement | undefined
  const strict = new URLSearchParams(location.search).get('strict') !== 'off'
  offer({
    ...rest,
    mount() {
      element = place()
      root = createRoot(element)
      root.render(createElement(strict ? StrictMode : Fragment, null, createElement(Mounted), render()))
    },
    unmount() {
      root?.unmount()
      element?.remove()
    },
  })
}

/** Tells how often React mounts what is here. */
function Mounted(): null {
  useEffect(() => tell('mounted'), [])
  return null
}
