import { buttonClass } from '@bollard/ui'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ModuleScript } from '../shell/module-script.tsx'
import { useSite } from '../shell/site-context.tsx'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import island from './helpful-form.island.ts?worker&url'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'helpful-form': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

/** One question with two answers. A plain form; with scripts it is sent without leaving the place. */
export function HelpfulForm({ path }: { path: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [search] = useSearchParams()
  const words = t(($) => $.structure.reading.helpful, { returnObjects: true })
  const said = search.get('helpful')
  if (said === 'counted' || said === 'failed')
    return <output id="helpful">{said === 'counted' ? words.thanks : words.failed}</output>
  return (
    <helpful-form id="helpful" data-no-print data-thanks={words.thanks} data-failed={words.failed}>
      <form method="post" action={`/${language}/helpful`} className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="path" value={path} />
        <span>{words.question}</span>
        <button name="answer" value="yes" className={buttonClass({ variant: 'line', size: 'dense' })}>
          {words.yes}
        </button>
        <button name="answer" value="no" className={buttonClass({ variant: 'line', size: 'dense' })}>
          {words.no}
        </button>
      </form>
      <ModuleScript src={island} />
    </helpful-form>
  )
}
