/** What an office document is made of and what a reader of it needs. All else is left out: whatever it is, it is not read. */
const KEPT = [
  /\.wordprocessingml\.(?:document|template)\.main\+xml$/,
  /\.wordprocessingml\.(?:styles|settings|websettings|fonttable|numbering)\+xml$/,
  /\.wordprocessingml\.(?:footnotes|endnotes|comments|header|footer)\+xml$/,
  /\.presentationml\.(?:presentation|slideshow|template)\.main\+xml$/,
  /\.presentationml\.(?:slide|slidelayout|slidemaster|notesslide|notesmaster|handoutmaster)\+xml$/,
  /\.presentationml\.(?:presprops|viewprops|tablestyles|comments|commentauthors)\+xml$/,
  /\.spreadsheetml\.(?:sheet|template)\.main\+xml$/,
  /\.spreadsheetml\.(?:worksheet|chartsheet|styles|comments)\+xml$/,
  /\.officedocument\.theme\+xml$/,
  /\.officedocument\.themeoverride\+xml$/,
  /\.officedocument\.drawing\+xml$/,
  /\.officedocument\.vmldrawing$/,
  /\.drawingml\.(?:chart|chartshapes|diagramdata|diagramlayout|diagramstyle|diagramcolors)\+xml$/,
  /^application\/vnd\.openxmlformats-package\.relationships\+xml$/,
];

/** By the media type that the package gives a part, not by its name. */
export const isKept = (type: string): boolean => KEPT.some((kept) => kept.test(type));

export const isPicture = (type: string): boolean => type.startsWith('image/');

/** Their words are names of styles, fonts and programs. */
const UNREAD = [
  /\.wordprocessingml\.(?:styles|settings|websettings|fonttable|numbering)\+xml$/,
  /\.presentationml\.(?:presprops|viewprops|tablestyles)\+xml$/,
  /\.spreadsheetml\.styles\+xml$/,
  /\.officedocument\.theme(?:override)?\+xml$/,
  /\.drawingml\.diagram(?:layout|style|colors)\+xml$/,
];

export const isUnread = (type: string): boolean => UNREAD.some((one) => one.test(type));
