import { useTranslation } from 'react-i18next'

const themes = ['system', 'light', 'dark'] as const

/** Light, dark, or as the device has it. */
export function ThemeChoice({ chosen }: { chosen: string }) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.profile.theme)}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {themes.map((theme) => (
          <label
            key={theme}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 text-sm hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              defaultChecked={theme === chosen}
              className="size-4 accent-amber"
            />
            {t(($) => $.profile.themes[theme])}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
