export { CopyPage } from './copy-page.tsx'
export { HelpfulForm } from './helpful-form.tsx'
export { SearchForm } from './search-form.tsx'
export { ContentsAside, ContentsMenu } from './table-of-contents.tsx'
