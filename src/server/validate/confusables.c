/*
 * Skeletons of confusable characters, for comparing names: people take `Ada`, `ADA`, `Аdа` and `Ａｄａ` for the same
 * person, whatever the case, accents, width or script.
 *
 * Only common pairs are listed; to add one, extend a line below.
 */
#include "confusables.h"

#include <stddef.h>

static const struct {
    char letter;
    const char *others; /* characters that look like it */
} alike[] = {
    {'a', "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặаα"
          "ɑАΑάΆӑӓ"},
    {'b', "ḂḃḄḅḆḇЬβвьВΒ"},
    {'c', "ÇçĆćĈĉĊċČčḈḉсϲϹС"},
    {'d', "ĎďḊḋḌḍḎḏḐḑḒḓԁɗđĐð"},
    {'e', "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệеεєЕΕəёЁѐЀ"
          "έΈ"},
    {'f', "Ḟḟƒ"},
    {'g', "ĜĝĞğĠġĢģǦǧǴǵḠḡɡԍ"},
    {'h', "ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖһнНΗħĦΉ"},
    {'j', "ĴĵǰјЈ"},
    {'k', "ĶķǨǩḰḱḲḳḴḵκкКΚ"},
    {'l', "ĹĺĻļĽľḶḷḸḹḺḻḼḽɩιіІΙӏӀłŁıїЇίΊϊΐÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊ"
          "ịi"},
    {'m', "ḾḿṀṁṂṃмМΜ"},
    {'n', "ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋոпηΝή"},
    {'o', "ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớ"
          "ỜờỞởỠỡỢợоοОΟσօøØόΌӧ"},
    {'p', "ṔṕṖṗрρРΡ"},
    {'q', "ԛ"},
    {'r', "ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟгɾ"},
    {'s', "ŚśŜŝŞşŠšſȘșṠṡṢṣṤṥṦṧṨṩẛѕЅ"},
    {'t', "ŢţŤťȚțṪṫṬṭṮṯṰṱẗтτТΤŧŦ"},
    {'u', "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự"
          "υսμύϋ"},
    {'v', "ṼṽṾṿνѵѴ"},
    {'w', "ŴŵẀẁẂẃẄẅẆẇẈẉẘωшԝѡώ"},
    {'x', "ẊẋẌẍхχХΧ"},
    {'y', "ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹуγУΥүўЎ"},
    {'z', "ŹźŻżŽžẐẑẒẓẔẕᴢΖ"},
    {'o', "0"},
    {'l', "1|!"},
};

uint32_t utf8_next(const char *words, size_t *at)
{
    const unsigned char *text = (const unsigned char *)words;
    unsigned char c = text[(*at)++];
    unsigned more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    uint32_t character = more == 0 ? c : c & (0x3fu >> more);
    while (more-- > 0)
        character = character << 6 | (text[(*at)++] & 0x3fu);
    return character;
}

/* Maps variants of Latin letters: wide, mathematical, circled. */
static uint32_t plain_latin(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e)
        return c - 0xff01 + '!';
    if (c >= 0x1d400 && c <= 0x1d6a3)
        return (c - 0x1d400) % 52 < 26 ? 'A' + (c - 0x1d400) % 52 : 'a' + (c - 0x1d400) % 52 - 26;
    if (c >= 0x1d7ce && c <= 0x1d7ff)
        return '0' + (c - 0x1d7ce) % 10;
    if (c >= 0x24b6 && c <= 0x24e9)
        return (c - 0x24b6) % 26 + 'a';
    return c;
}

static uint32_t lower(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    return c >= 0x400 && c <= 0x40f ? c + 80 : c;
}

/* The table above, indexed by character: a name is compared with every banned word and with everybody at the table,
 * and scanning the lines for each letter would take longer than all the rest of joining. */
#define SKELETONS_END 0x1f00 /* above all characters listed */
static char skeletons[SKELETONS_END];

static void init_skeletons(void)
{
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        for (size_t at = 0; alike[i].others[at] != '\0';) {
            uint32_t other = utf8_next(alike[i].others, &at);
            if (other < SKELETONS_END && skeletons[other] == '\0')
                skeletons[other] = alike[i].letter;
        }
    }
}

uint32_t confusable_skeleton(uint32_t character)
{
    uint32_t c = plain_latin(character);
    if (skeletons['0'] == '\0')
        init_skeletons();
    c = c < 0x80 ? lower(c) : c;
    return c < SKELETONS_END && skeletons[c] != '\0' ? (unsigned char)skeletons[c] : lower(c);
}

/* ---- invisible characters ---- */

struct range {
    uint32_t first;
    uint32_t last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

bool is_invisible(uint32_t character)
{
    static const struct range blank[] = {
        {0x20, 0x20},     {0xa0, 0xa0},     {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x64b, 0x65f},
        {0x1680, 0x1680}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x2000, 0x200f}, {0x202f, 0x202f}, {0x205f, 0x205f},
        {0x20d0, 0x20ff}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1d159, 0x1d159},
    };
    return is_in(blank, sizeof blank / sizeof blank[0], character);
}

bool is_emoji(uint32_t character)
{
    static const struct range pictures[] = {
        {0x2190, 0x21ff}, {0x2300, 0x23ff}, {0x2600, 0x27bf}, {0x2b00, 0x2bff}, {0x1f000, 0x1faff},
    };
    return is_in(pictures, sizeof pictures / sizeof pictures[0], character);
}
