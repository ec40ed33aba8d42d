/** The document's description in the form that archives read. */
export function xmpMetadata(title: string, creator: string, asOf: Date): Buffer {
  const date = `${asOf.toISOString().slice(0, 19)}Z`;
  return Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
      ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
      '<dc:format>application/pdf</dc:format>',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`,
      '<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>',
      `<xmp:CreatorTool>${escapeXml(creator)}</xmp:CreatorTool><xmp:CreateDate>${date}</xmp:CreateDate>`,
      `<xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>${escapeXml(creator)}</pdf:Producer>`,
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
      '<?xpacket end="r"?>',
    ].join('\n'),
    'utf8',
  );
}

function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot carry them at all
      .replace(/[\x00-\x1f\ufffe\uffff]/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
