import { ModuleScript, useSite } from '@bollard/site-kit'
import { Button, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '../demo/verdict.ts'
import demoIsland from '../islands/protected-demo.ts?worker&url'
import { SiteCaptcha } from '../shell/site-captcha.tsx'
import { DemoVerdict } from './demo-verdict.tsx'
import type { RecordedVerdict } from './recorded-verdict.server.ts'

/**
 * The protected form. It posts to this page; the custom element only saves the reload and plays the
 * bot, so that nothing about the verdict is decided in the browser.
 */
export function DemoForm({ verdict, recorded }: { verdict: Verdict | null; recorded: RecordedVerdict | null }) {
  const { t } = useTranslation()
  const site = useSite()
  return (
    <protected-demo
      data-api={site.urls.api}
      data-site-key={site.demoSiteKey ?? ''}
      data-running={t(($) => $.demo.running)}
      data-failed={t(($) => $.demo.failed)}
    >
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-float">
        <form
          id="demo"
          method="post"
          action={`/${site.language}/products/captcha#demo`}
          className="grid gap-3.5 p-5 pb-3 sm:p-[26px] sm:pb-3.5"
        >
          <h2 className="text-lg tracking-[-.01em]">{t(($) => $.demo.title)}</h2>
          <TextField
            label={t(($) => $.demo.email)}
            name="email"
            type="email"
            autoComplete="email"
            placeholder={t(($) => $.demo.emailPlaceholder)}
            hint={t(($) => $.demo.note)}
          />
          <SiteCaptcha noScript={t(($) => $.demo.noScript)} />
          <Button type="submit" variant="ink" wide>
            {t(($) => $.demo.submit)}
          </Button>
        </form>
        {/* A form of its own: a bot does not wait for the widget. */}
        <form
          id="bot"
          method="post"
          action={`/${site.language}/products/captcha#demo`}
          className="grid gap-2 px-5 pb-5 sm:px-[26px] sm:pb-[26px]"
        >
          <Button type="submit" wide aria-describedby="bot-hint">
            <span aria-hidden="true" className="size-3 rounded-[2px] bg-bot" />
            {t(($) => $.demo.bot)}
          </Button>
          <p id="bot-hint" className="text-xs text-ink-3">
            {t(($) => $.demo.botHint)}
          </p>
        </form>
        <div
          id="verdict"
          aria-live="polite"
          className="border-t border-dashed border-line-strong bg-sunken px-5 pt-[18px] pb-[22px] sm:px-[26px]"
        >
          <DemoVerdict verdict={verdict} recorded={recorded} />
        </div>
      </div>
      <ModuleScript src={demoIsland} />
    </protected-demo>
  )
}
