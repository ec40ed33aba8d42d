import { DARK, LIGHT, MONO, type Palette, SANS, variablesOf } from './look.ts';

/** Everything that Redoc would make of its own colours. It computes with some of them, so they cannot be properties of CSS. */
function themeOf(palette: Palette, isDark: boolean) {
  const { ground, surface, raised, line, text, dimmed, link, low, medium, high, critical } = palette;
  const tone = (main: string) => ({ main, light: main, dark: main, contrastText: surface });
  const response = (color: string, backgroundColor: string) => ({
    color,
    backgroundColor,
    tabTextColor: isDark ? color : '#ffffff',
  });
  return {
    colors: {
      primary: tone(link),
      success: tone(low),
      warning: tone(medium),
      error: tone(critical),
      gray: { 50: ground, 100: raised },
      border: { light: line, dark: line },
      text: { primary: text, secondary: dimmed },
      responses: {
        success: response(low, palette.low_area),
        error: response(critical, palette.critical_area),
        redirect: response(medium, palette.medium_area),
        info: response(link, raised),
      },
      // White letters stand on them.
      http: {
        get: LIGHT.filled,
        post: LIGHT.low,
        put: LIGHT.medium,
        patch: LIGHT.medium,
        delete: LIGHT.critical,
        head: LIGHT.dimmed,
        options: LIGHT.dimmed,
        basic: LIGHT.dimmed,
        link: LIGHT.filled,
      },
    },
    schema: {
      linesColor: line,
      typeNameColor: dimmed,
      typeTitleColor: dimmed,
      requireLabelColor: high,
      nestedBackground: ground,
      arrow: { color: dimmed },
    },
    typography: {
      fontSize: '15px',
      lineHeight: '1.55',
      fontFamily: SANS,
      headings: { fontFamily: SANS, fontWeight: '650' },
      code: { fontFamily: MONO, fontSize: '13px', color: text, backgroundColor: raised, wrap: true },
      links: { color: link, visited: link, hover: link },
    },
    sidebar: {
      backgroundColor: ground,
      textColor: text,
      activeTextColor: link,
      groupItems: { textTransform: 'capitalize', activeTextColor: link, activeBackgroundColor: raised },
      level1Items: { textTransform: 'none', activeTextColor: link, activeBackgroundColor: raised },
      arrow: { color: dimmed },
    },
    logo: { maxHeight: '44px', maxWidth: '44px', gutter: '18px' },
    rightPanel: {
      backgroundColor: '#1b2a36',
      textColor: '#eef3f7',
      servers: {
        overlay: { backgroundColor: surface, textColor: text },
        url: { backgroundColor: raised },
      },
    },
    codeBlock: { backgroundColor: '#10181f' },
    fab: { backgroundColor: raised, color: link },
  };
}

/** Starts the viewer in the colours that the screen asks for. A file, because a page may run no script of its own here. */
export const REFERENCE_START = `
const isDark = matchMedia('(prefers-color-scheme: dark)');
Redoc.init('/openapi.json', {
  theme: isDark.matches ? ${JSON.stringify(themeOf(DARK, true))} : ${JSON.stringify(themeOf(LIGHT, false))},
  hideLoading: true,
  disableSearch: false,
  requiredPropsFirst: true,
  scrollYOffset: 0,
}, document.getElementById('reference'));
isDark.addEventListener('change', () => location.reload());
`.trimStart();

const STYLE = `
:root { color-scheme: light dark; ${variablesOf(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf(DARK)} } }
body { margin: 0; background: var(--surface); }
.menu-content img { width: 44px; height: 44px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
/* Redoc has no colour for these, or takes that of text on light for them. */
@media (prefers-color-scheme: dark) {
  #reference h5 { color: var(--text) !important; }
  #reference .react-tabs__tab--selected { background: var(--raised) !important; }
}
`;

export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lapse API reference</title>
<link rel="icon" href="/redoc/lapse.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<div id="reference"></div>
<script src="/redoc/redoc.js"></script>
<script src="/redoc/start.js"></script>
</body>
</html>
`;
