import { ModuleScript } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import liveFormIsland from './live-form.island.ts?worker&url'

/** Questions on the left, what follows from the answers on the right. The server makes the result, with and without script. */
export function LiveForm({ id, fields, children }: { id: string; fields: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <live-form id={id}>
      <div className="mt-10 grid items-start gap-8 lg:grid-cols-[.8fr_1.2fr]">
        <form
          method="get"
          action={`#${id}`}
          className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-[26px]"
        >
          {fields}
          <noscript>
            <Button type="submit" variant="ink" wide>
              {t(($) => $.products.shared.apply)}
            </Button>
          </noscript>
        </form>
        <div data-result className="min-w-0">
          {children}
        </div>
      </div>
      <ModuleScript src={liveFormIsland} />
    </live-form>
  )
}
