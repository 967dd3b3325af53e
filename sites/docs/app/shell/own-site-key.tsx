import { ModuleScript } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import island from '../islands/site-key.ts?worker&url'

/** Stands on pages whose examples have a place for a site key; shows itself to readers who have one. */
export function OwnSiteKey() {
  const { t } = useTranslation()
  return (
    <site-key data-no-print>
      <label
        htmlFor="own-site-key"
        hidden
        className="mb-6 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface px-4 py-2.5 text-sm"
      >
        <span className="text-ink-2">{t(($) => $.siteKey.label)}</span>
        <select
          id="own-site-key"
          aria-label={t(($) => $.siteKey.label)}
          className="h-9 max-w-full rounded-dense border border-line-strong bg-surface px-2 font-[520] touch:h-11"
        />
      </label>
      <ModuleScript src={island} />
    </site-key>
  )
}
