/** What stands on a sheet of paper. All people and places are invented. */
export interface Sheet {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly string[];
  readonly table: readonly (readonly string[])[];
}

/** A sheet of each language that comes along, by its three letters. */
export const SHEETS: Readonly<Record<string, Sheet>> = {
  eng: {
    heading: 'Minutes of the harbour board',
    paragraphs: [
      'The board met on 14 March 2026 in the old customs house. Mrs Harriet Pemberton welcomed seventeen members and read the letter of the ferry company, which asks for a longer quay before the summer.',
      'Mr Oswald Thackeray explained that the crane on the northern pier has not been inspected since 2019. He proposed to close it until the engineers have looked at the chains, the brakes and the foundations.',
      'After a short discussion the proposal was accepted with twelve votes against four. The treasurer was asked to find 48,500.00 pounds in the budget of this year, and to report to the members in May.',
    ],
    items: [
      'Letter to the ferry company',
      'Inspection of the northern crane',
      'Report of the treasurer in May',
    ],
    table: [
      ['Work', 'Days', 'Cost'],
      ['Chains and brakes', '12', '18,200.00'],
      ['Foundations', '30', '27,450.00'],
      ['Paint', '4', '2,850.00'],
    ],
  },
  deu: {
    heading: 'Niederschrift über die Hafensitzung',
    paragraphs: [
      'Der Vorstand tagte am 14. März 2026 im alten Zollhaus. Frau Käthe Brückner begrüßte siebzehn Mitglieder und verlas das Schreiben der Fährgesellschaft, die vor dem Sommer einen längeren Kai wünscht.',
      'Herr Jörg Weißmüller erläuterte, dass der Kran an der nördlichen Mole seit 2019 nicht mehr überprüft wurde. Er schlug vor, ihn zu schließen, bis die Ingenieure Ketten, Bremsen und Fundamente angesehen haben.',
      'Nach kurzer Aussprache wurde der Vorschlag mit zwölf gegen vier Stimmen angenommen. Der Kassenwart soll im laufenden Haushalt 48.500,00 Euro finden und den Mitgliedern im Mai darüber berichten.',
    ],
    items: [
      'Schreiben an die Fährgesellschaft',
      'Überprüfung des nördlichen Krans',
      'Bericht des Kassenwarts im Mai',
    ],
    table: [
      ['Arbeit', 'Tage', 'Kosten'],
      ['Ketten und Bremsen', '12', '18.200,00'],
      ['Fundamente', '30', '27.450,00'],
      ['Anstrich', '4', '2.850,00'],
    ],
  },
  fra: {
    heading: 'Procès-verbal du conseil du port',
    paragraphs: [
      "Le conseil s'est réuni le 14 mars 2026 dans l'ancienne douane. Madame Hélène Crépeau a accueilli dix-sept membres et a lu la lettre de la compagnie des traversiers, qui demande un quai plus long avant l'été.",
      "Monsieur Gaëtan Lavoûte a expliqué que la grue de la jetée nord n'a pas été contrôlée depuis 2019. Il a proposé de la fermer jusqu'à ce que les ingénieurs aient examiné les chaînes, les freins et les fondations.",
      'Après une brève discussion, la proposition a été acceptée par douze voix contre quatre. Le trésorier doit trouver 48 500,00 euros dans le budget de cette année et faire un rapport aux membres au mois de mai.',
    ],
    items: [
      'Lettre à la compagnie des traversiers',
      'Contrôle de la grue du nord',
      'Rapport du trésorier en mai',
    ],
    table: [
      ['Travail', 'Jours', 'Coût'],
      ['Chaînes et freins', '12', '18 200,00'],
      ['Fondations', '30', '27 450,00'],
      ['Peinture', '4', '2 850,00'],
    ],
  },
  pol: {
    heading: 'Protokół z posiedzenia rady portu',
    paragraphs: [
      'Rada zebrała się 14 marca 2026 roku w dawnym urzędzie celnym. Pani Grażyna Żółkiewska powitała siedemnastu członków i odczytała list przewoźnika, który prosi o dłuższe nabrzeże przed latem.',
      'Pan Łukasz Dąbrowiecki wyjaśnił, że dźwig na północnym pirsie nie był sprawdzany od 2019 roku. Zaproponował, aby go zamknąć, dopóki inżynierowie nie obejrzą łańcuchów, hamulców i fundamentów.',
      'Po krótkiej dyskusji wniosek przyjęto dwunastoma głosami przeciw czterem. Skarbnik ma znaleźć w tegorocznym budżecie 48 500,00 złotych i złożyć członkom sprawozdanie w maju.',
    ],
    items: ['List do przewoźnika', 'Przegląd północnego dźwigu', 'Sprawozdanie skarbnika w maju'],
    table: [
      ['Praca', 'Dni', 'Koszt'],
      ['Łańcuchy i hamulce', '12', '18 200,00'],
      ['Fundamenty', '30', '27 450,00'],
      ['Malowanie', '4', '2 850,00'],
    ],
  },
  spa: {
    heading: 'Acta de la junta del puerto',
    paragraphs: [
      'La junta se reunió el 14 de marzo de 2026 en la antigua aduana. La señora Begoña Ibáñez dio la bienvenida a diecisiete miembros y leyó la carta de la compañía de transbordadores, que pide un muelle más largo antes del verano.',
      'El señor Íñigo Cañizares explicó que la grúa del espigón norte no se ha revisado desde 2019. Propuso cerrarla hasta que los ingenieros hayan examinado las cadenas, los frenos y los cimientos.',
      'Después de una breve discusión, la propuesta fue aceptada por doce votos contra cuatro. El tesorero debe encontrar 48.500,00 euros en el presupuesto de este año e informar a los miembros en mayo.',
    ],
    items: [
      'Carta a la compañía de transbordadores',
      'Revisión de la grúa del norte',
      'Informe del tesorero en mayo',
    ],
    table: [
      ['Trabajo', 'Días', 'Coste'],
      ['Cadenas y frenos', '12', '18.200,00'],
      ['Cimientos', '30', '27.450,00'],
      ['Pintura', '4', '2.850,00'],
    ],
  },
  ita: {
    heading: 'Verbale del consiglio del porto',
    paragraphs: [
      'Il consiglio si è riunito il 14 marzo 2026 nella vecchia dogana. La signora Fiorella Tagliabue ha accolto diciassette membri e ha letto la lettera della compagnia dei traghetti, che chiede una banchina più lunga prima dell’estate.',
      'Il signor Niccolò Berlinghieri ha spiegato che la gru del molo nord non è più stata controllata dal 2019. Ha proposto di chiuderla finché gli ingegneri non avranno esaminato le catene, i freni e le fondamenta.',
      'Dopo una breve discussione la proposta è stata accettata con dodici voti contro quattro. Il tesoriere dovrà trovare 48.500,00 euro nel bilancio di quest’anno e riferirà ai membri nel mese di maggio.',
    ],
    items: [
      'Lettera alla compagnia dei traghetti',
      'Controllo della gru del nord',
      'Relazione del tesoriere a maggio',
    ],
    table: [
      ['Lavoro', 'Giorni', 'Costo'],
      ['Catene e freni', '12', '18.200,00'],
      ['Fondamenta', '30', '27.450,00'],
      ['Vernice', '4', '2.850,00'],
    ],
  },
  nld: {
    heading: 'Notulen van het havenbestuur',
    paragraphs: [
      'Het bestuur kwam op 14 maart 2026 bijeen in het oude douanehuis. Mevrouw Geertruida van IJsselstein verwelkomde zeventien leden en las de brief van de veerdienst voor, die vóór de zomer een langere kade vraagt.',
      'De heer Joost Hoefnagel legde uit dat de kraan op de noordelijke pier sinds 2019 niet meer is gekeurd. Hij stelde voor haar te sluiten totdat de ingenieurs de kettingen, de remmen en de fundering hebben bekeken.',
      'Na een korte bespreking werd het voorstel met twaalf tegen vier stemmen aangenomen. De penningmeester moet in de begroting van dit jaar 48.500,00 euro vinden en de leden in mei verslag uitbrengen.',
    ],
    items: [
      'Brief aan de veerdienst',
      'Keuring van de noordelijke kraan',
      'Verslag van de penningmeester in mei',
    ],
    table: [
      ['Werk', 'Dagen', 'Kosten'],
      ['Kettingen en remmen', '12', '18.200,00'],
      ['Fundering', '30', '27.450,00'],
      ['Verf', '4', '2.850,00'],
    ],
  },
  ces: {
    heading: 'Zápis ze schůze přístavní rady',
    paragraphs: [
      'Rada se sešla 14. března 2026 ve staré celnici. Paní Růžena Hřebíčková přivítala sedmnáct členů a přečetla dopis společnosti přívozů, která žádá o delší nábřeží ještě před létem.',
      'Pan Zdeněk Červinka vysvětlil, že jeřáb na severním molu nebyl od roku 2019 kontrolován. Navrhl ho uzavřít, dokud si inženýři neprohlédnou řetězy, brzdy a základy.',
      'Po krátké diskusi byl návrh přijat dvanácti hlasy proti čtyřem. Pokladník má najít v letošním rozpočtu 48 500,00 korun a v květnu o tom podat členům zprávu.',
    ],
    items: ['Dopis společnosti přívozů', 'Kontrola severního jeřábu', 'Zpráva pokladníka v květnu'],
    table: [
      ['Práce', 'Dny', 'Cena'],
      ['Řetězy a brzdy', '12', '18 200,00'],
      ['Základy', '30', '27 450,00'],
      ['Nátěr', '4', '2 850,00'],
    ],
  },
};

/** All of its words, in the order that they are read in. */
export const textOf = ({ heading, paragraphs, items, table }: Sheet): string =>
  [heading, ...paragraphs, ...items, ...table.flat()].join('\n');
