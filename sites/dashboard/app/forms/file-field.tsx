import { TextField } from '@bollard/ui'
import type { ComponentProps } from 'react'

/** A file to choose, its button as high as the field allows. */
export function FileField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...props}
      type="file"
      className="[&_input]:py-1.5 [&_input]:text-sm [&_input]:file:me-3 [&_input]:file:h-[1.875rem] [&_input]:file:rounded-sm [&_input]:file:border [&_input]:file:border-line-strong [&_input]:file:bg-sunken [&_input]:file:px-2.5 [&_input]:file:text-ink"
    />
  )
}
