export const pickerStrings = {
  searching: 'Searching …',
  nothing: 'Nothing of that name. Type the beginning of a word.',
  clear: (label: string) => `Clear ${label}`,
} as const;
