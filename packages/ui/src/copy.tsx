import { classNames } from './class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'
import { controlClass } from './field.tsx'
import { Icon } from './icon.tsx'

export interface CopyTexts {
  copy: string
  copied: string
}

/**
 * Copies `text`. It carries no handler: the page's own small script listens for `data-copy`, so that
 * it works on pages without hydration too, and sets `data-copied` for two seconds.
 */
export function CopyButton({
  text,
  texts,
  variant = 'line',
  size = 'dense',
  className,
}: {
  text: string
  texts: CopyTexts
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}) {
  return (
    <button
      type="button"
      data-copy={text}
      data-needs-js
      data-slot="copy-button"
      className={classNames('group', buttonClass({ variant, size }), className)}
    >
      <span className="inline-flex items-center gap-1.5 group-data-copied:hidden">
        <Icon name="copy" className="size-3.5" />
        {texts.copy}
      </span>
      <span className="hidden items-center gap-1.5 group-data-copied:inline-flex" aria-live="polite">
        <Icon name="check" className="size-3.5" />
        {texts.copied}
      </span>
    </button>
  )
}

/** A value to take away, such as a key: selectable, never editable. */
export function CopyField({
  label,
  value,
  texts,
  hint,
  className,
}: {
  label: string
  value: string
  texts: CopyTexts
  hint?: string
  className?: string
}) {
  return (
    <div data-slot="copy-field" className={classNames('grid gap-1.5', className)}>
      <span className="text-sm font-[520]">{label}</span>
      <span className="flex gap-2">
        <input
          readOnly
          aria-label={label}
          value={value}
          className={classNames(
            controlClass,
            'h-[2.125rem] min-w-0 flex-1 bg-sunken px-2.5 font-mono text-sm touch:h-11',
          )}
        />
        <CopyButton text={value} texts={texts} />
      </span>
      {hint ? <span className="text-xs text-ink-3">{hint}</span> : null}
    </div>
  )
}
