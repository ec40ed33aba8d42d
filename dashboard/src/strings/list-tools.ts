export const listToolStrings = {
  columns: 'Columns',
  someColumns: (shown: number, all: number) => `Columns (${shown} of ${all})`,
  columnsHint: 'Columns that are shown',
  allColumns: 'Show all',
  exportCsv: 'Export CSV',
  export: {
    title: 'Export as CSV',
    hint: 'What is listed, as it is filtered and ordered, with the columns that are shown. Times are in UTC.',
    progress: 'Rows written',
    begins: 'Reading the first rows …',
    rows: (rows: string, total: string) => `${rows} of ${total} rows`,
    waits: (seconds: number) =>
      `Your organisation has used up its requests for this minute. The export goes on in ${seconds} s.`,
    done: (rows: string) => (rows === '1' ? '1 row was saved.' : `${rows} rows were saved.`),
    cut: (rows: string) => `A file has at most ${rows}: narrow the search for the rest.`,
  },
  views: {
    saved: 'Saved',
    bar: 'views',
    savedHint: 'Saved views',
    savedNone: 'None yet. Filter, order and choose columns, then give the view a name here.',
    saveName: 'Name of this view',
    save: 'Save this view',
    saveShort: 'Save',
    deleteSaved: (name: string) => `Delete the saved view ${name}`,
  },
} as const;
