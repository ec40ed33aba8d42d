import { DARK, LIGHT, MONO, SANS, variablesOf } from './look.ts';

const RULES = `
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .info h1, .swagger-ui .info h2,
.swagger-ui .btn, .swagger-ui .parameter__name, .swagger-ui table thead tr td, .swagger-ui table thead tr th,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui .model-title, .swagger-ui section.models h4,
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui label, .swagger-ui .tab li,
.swagger-ui .responses-inner h4, .swagger-ui .responses-inner h5 { font-family: ${SANS}; }
.swagger-ui code, .swagger-ui pre, .swagger-ui .microlight, .swagger-ui .opblock-summary-path,
.swagger-ui .model, .swagger-ui .prop-type, .swagger-ui .parameter__type, .swagger-ui .parameter__in { font-family: ${MONO} !important; }

/* The bar at the top offers to explore other addresses, under another project's name; and there is one server, this one. */
.swagger-ui .topbar, .swagger-ui .servers-title, .swagger-ui .servers { display: none; }
.swagger-ui .info .title::before {
  content: ''; display: inline-block; width: 36px; height: 36px; margin-right: 12px; vertical-align: -6px;
  background: url(lapse.svg) no-repeat center / contain;
}
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: var(--filled); }
.swagger-ui .info .title small pre { color: #fff; }
.swagger-ui .info { margin: 32px 0 16px; }
.swagger-ui .info .description { max-width: 75ch; }
.swagger-ui .info h2 { margin: 28px 0 8px; font-size: 20px; }
.swagger-ui .info p, .swagger-ui .info li { margin: 8px 0; font-family: ${SANS}; font-size: 15px; line-height: 1.55; }
.swagger-ui .info a { font-family: ${SANS}; font-size: inherit; }
.swagger-ui .info .base-url { display: none; }
.swagger-ui .scheme-container { background: var(--ground); box-shadow: none; border-bottom: 1px solid var(--line); padding: 16px 0; }

.swagger-ui, .swagger-ui .info .title, .swagger-ui .info p, .swagger-ui .info li, .swagger-ui .info h1, .swagger-ui .info h2,
.swagger-ui .info table, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-path,
.swagger-ui .opblock .opblock-summary-path__deprecated, .swagger-ui .opblock-description-wrapper p,
.swagger-ui .opblock-external-docs-wrapper p, .swagger-ui .opblock-title_normal p, .swagger-ui .parameter__name,
.swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .response-col_status, .swagger-ui .response-col_links,
.swagger-ui .responses-inner h4, .swagger-ui .responses-inner h5, .swagger-ui .opblock .opblock-section-header h4,
.swagger-ui .opblock .opblock-section-header > label, .swagger-ui label, .swagger-ui .tab li, .swagger-ui .btn,
.swagger-ui .model, .swagger-ui .model-title, .swagger-ui section.models h4, .swagger-ui section.models h5,
.swagger-ui .servers > label, .swagger-ui .scheme-container .schemes > label, .swagger-ui .dialog-ux .modal-ux-header h3,
.swagger-ui .dialog-ux .modal-ux-content p, .swagger-ui .dialog-ux .modal-ux-content h4, .swagger-ui .renderedMarkdown p,
.swagger-ui .markdown p, .swagger-ui .response-control-media-type__title, .swagger-ui .json-schema-2020-12__title,
.swagger-ui .json-schema-2020-12-keyword__name--primary, .swagger-ui .json-schema-2020-12-property .json-schema-2020-12__title,
.swagger-ui .headers .header-col, .swagger-ui .headers h4, .swagger-ui .headers p,
.swagger-ui .json-schema-2020-12-accordion { color: var(--text); }
.swagger-ui .opblock-tag small, .swagger-ui .opblock .opblock-summary-description, .swagger-ui .parameter__type,
.swagger-ui .parameter__in, .swagger-ui .parameter__deprecated, .swagger-ui .prop-format, .swagger-ui .model-toggle,
.swagger-ui .response-control-media-type__accept-message, .swagger-ui .opblock .opblock-summary-operation-id,
.swagger-ui .json-schema-2020-12__attribute--muted, .swagger-ui .json-schema-2020-12-keyword__name--secondary,
.swagger-ui .json-schema-2020-12-keyword__value--secondary, .swagger-ui .json-schema-2020-12-keyword__name--extension,
.swagger-ui .json-schema-2020-12-keyword__value--extension,
.swagger-ui .json-schema-2020-12-expand-deep-button { color: var(--dimmed); }
.swagger-ui .info a, .swagger-ui a.nostyle:hover, .swagger-ui .link, .swagger-ui .renderedMarkdown a,
.swagger-ui .prop-type, .swagger-ui .json-schema-2020-12__attribute--primary { color: var(--link); }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span, .swagger-ui .star,
.swagger-ui .json-schema-2020-12-property--required > .json-schema-2020-12:first-of-type > .json-schema-2020-12-head
  .json-schema-2020-12__title::after, .swagger-ui .json-schema-2020-12__attribute--warning,
.swagger-ui .json-schema-2020-12-keyword__value--warning { color: var(--critical); }

.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
.swagger-ui .opblock-tag:hover { background: var(--raised); }
.swagger-ui .opblock, .swagger-ui .opblock.opblock-get, .swagger-ui .opblock.opblock-post, .swagger-ui .opblock.opblock-put,
.swagger-ui .opblock.opblock-patch, .swagger-ui .opblock.opblock-delete {
  background: var(--surface); border: 1px solid var(--line); box-shadow: none; border-radius: 8px;
}
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock .opblock-section-header { background: var(--raised); box-shadow: none; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; color: #fff; text-shadow: none; font-family: ${SANS}; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5f8b; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1d6b45; }
.swagger-ui .opblock.opblock-put .opblock-summary-method, .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #7a5800; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a60f37; }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--link) !important; }

.swagger-ui input[type=text], .swagger-ui input[type=password], .swagger-ui input[type=email], .swagger-ui input[type=file],
.swagger-ui textarea, .swagger-ui select {
  background-color: var(--surface); color: var(--text); border: 1px solid var(--dimmed); border-radius: 6px; box-shadow: none;
}
.swagger-ui input[disabled], .swagger-ui textarea[disabled], .swagger-ui select[disabled] {
  background-color: var(--ground); color: var(--text); opacity: 1;
}
.swagger-ui .btn { background: var(--surface); border: 1px solid var(--dimmed); border-radius: 6px; box-shadow: none; }
.swagger-ui .btn.execute, .swagger-ui .btn.modal-btn.authorize { background: var(--filled); border-color: var(--filled); color: #fff; }
.swagger-ui .btn.authorize { color: var(--low); border-color: var(--low); }
.swagger-ui .btn.authorize svg { fill: var(--low); }
.swagger-ui .btn.cancel { color: var(--critical); border-color: var(--critical); }
.swagger-ui .try-out__btn { color: var(--text); }
.swagger-ui svg:not(:root), .swagger-ui .expand-operation svg, .swagger-ui .model-toggle::after,
.swagger-ui .json-schema-2020-12-accordion__icon svg { fill: var(--text); }
.swagger-ui .copy-to-clipboard, .swagger-ui .opblock-summary .view-line-link.copy-to-clipboard { background: none; }

.swagger-ui section.models, .swagger-ui section.models.is-open h4 { border-color: var(--line); }
.swagger-ui section.models .model-container, .swagger-ui .model-box, .swagger-ui .json-schema-2020-12,
.swagger-ui .json-schema-2020-12-json-viewer { background: var(--surface); }
.swagger-ui section.models .model-container:hover { background: var(--raised); }
.swagger-ui .dialog-ux .modal-ux { background: var(--surface); border-color: var(--line); }
.swagger-ui .dialog-ux .modal-ux-header, .swagger-ui .auth-container, .swagger-ui table thead tr td,
.swagger-ui table thead tr th, .swagger-ui .responses-table .response { border-color: var(--line); }
.swagger-ui .loading-container .loading::before { border-color: var(--line); border-top-color: var(--link); }

.swagger-ui .info code, .swagger-ui .renderedMarkdown code, .swagger-ui .markdown code {
  background: var(--raised); color: var(--text); border-radius: 4px; padding: 1px 5px; font-weight: 500;
}
/* Code is light on dark in both schemes, as it comes. */
.swagger-ui .highlight-code > .microlight, .swagger-ui .opblock-body pre.microlight, .swagger-ui .curl-command pre {
  background: #15181c !important; color: #dde2e8 !important; border-radius: 6px;
}
.swagger-ui .download-contents, .swagger-ui .copy-to-clipboard button { border-radius: 4px; }
`;

/** Swagger UI writes each of its colours many times over, and dark ones under a selector that a plain one does not win against. */
export const EXPLORER_STYLE = `
:root { color-scheme: light dark; ${variablesOf(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf(DARK)} } }

html { background: var(--ground); }
body { background: var(--ground); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }

html:root:root {
${RULES}
}
`;
