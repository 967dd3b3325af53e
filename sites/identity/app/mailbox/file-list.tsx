import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** The files of a mail, each to be saved; nothing where there are none. `base` is the address that the place of a file is added to. */
export function FileList({ files, base }: { files: readonly { readonly name: string }[]; base: string }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul aria-label={t(($) => $.mailbox.attachments)} className="flex flex-wrap gap-2.5">
      {files.map(({ name }, place) => (
        <li key={name}>
          <ButtonLink variant="line" href={`${base}/${place}`} download={name} className="wrap-anywhere">
            {name}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
