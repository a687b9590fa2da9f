// Makes Eliot (C++, GPL-2.0-or-later) answer the protocol of docs/moteur-rivaux.md.
//
// Needs its sources (https://www.nongnu.org/eliot/), the headers of Boost and a C++ compiler; tried
// with its last state, of February 2016. In its folder:
//
//   : > config.h
//   g++ -std=c++14 -O2 -w -I. -Idic -Igame -DHAVE_NETINET_IN_H -DHAVE_ARPA_INET_H -DHAVE_WCWIDTH \
//     -DICONV_CONST= -DPACKAGE_VERSION='""' -DELIOT_COMPILE_BY='""' -DELIOT_COMPILE_HOST='""' \
//     DUPLICATA/benchmarks/engine/drivers/eliot.cpp game/{board,board_cross,board_layout}.cpp \
//     game/{bag,board_search,coord,cross,game_exception,move,move_selector,pldrack}.cpp \
//     game/{rack,results,round}.cpp dic/{automaton,base_exception,compdic,dic,dic_exception}.cpp \
//     dic/{dic_search,encoding,grammar,header,regexp,stacktrace,tile}.cpp -o eliot-bench

#include <cctype>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "board.h"
#include "compdic.h"
#include "dic.h"
#include "game_params.h"
#include "rack.h"
#include "results.h"
#include "round.h"

// Writes the word list in the form that Eliot reads; a search uses only the values of letters.
static void compile_dictionary(const std::string &words, const std::string &dawg)
{
    const int points[] = {1, 3, 3, 2, 1, 4, 2, 4, 1, 8,  10, 1,  2,
                          1, 1, 3, 8, 1, 1, 1, 1, 4, 10, 10, 10, 10};
    CompDic compiler;
    for (int i = 0; i < 26; ++i)
        compiler.addLetter(L'A' + i, points[i], 1, true, true, {});
    compiler.addLetter(L'?', 0, 1, true, true, {});
    compiler.generateDawg(words, dawg, "duplicata");
}

// Returns the unbroken sequences of letters of each row.
static std::vector<Round> read_runs(const std::string &grid)
{
    std::vector<Round> runs;
    std::istringstream rows(grid);
    std::string text;
    for (int row = 1; std::getline(rows, text, '/'); ++row)
    {
        int col = 1;
        bool is_in_run = false;
        for (size_t i = 0; i < text.size();)
        {
            if (std::isdigit(text[i]))
            {
                size_t digits = 0;
                col += std::stoi(text.substr(i), &digits);
                i += digits;
                is_in_run = false;
                continue;
            }
            if (!is_in_run)
            {
                runs.emplace_back();
                runs.back().accessCoord() = Coord(row, col, Coord::HORIZONTAL);
            }
            runs.back().addRightFromRack(Tile(std::toupper(text[i])), std::islower(text[i]));
            is_in_run = true;
            ++i, ++col;
        }
    }
    return runs;
}

static long long read_processor_ns()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static std::string format_move(const Round &round)
{
    std::string word;
    for (unsigned i = 0; i < round.getWordLen(); ++i)
    {
        const char letter = std::toupper(round.getTile(i).toChar());
        const bool joker = round.isPlayedFromRack(i) && round.isJoker(i);
        word += joker ? std::tolower(letter) : letter;
    }
    const std::wstring place = round.getCoord().toString();
    return word + '@' + std::string(place.begin(), place.end());
}

// Returns the answer to one position. Times the search and, as after every turn of a game of Eliot,
// one computation of all crossings.
static std::string answer_position(const Dictionary &dic, const GameParams &params,
                                   const std::string &grid, const std::string &letters)
{
    Rack rack;
    for (char letter : letters)
        rack.add(letter == '?' ? Tile::Joker() : Tile(letter));
    Board board(params);
    const std::vector<Round> runs = read_runs(grid);
    for (size_t i = 0; i + 1 < runs.size(); ++i)
        board.addRound(dic, runs[i]);
    BestResults results;
    const long long start = read_processor_ns();
    if (!runs.empty())
        board.addRound(dic, runs.back());
    results.search(dic, board, rack, runs.empty());
    const long long duration = read_processor_ns() - start;
    std::ostringstream reply;
    reply << (results.isEmpty() ? 0 : results.get(0).getPoints()) << ' ' << duration;
    for (unsigned i = 0; i < results.size(); ++i)
        reply << ' ' << format_move(results.get(i));
    return reply.str();
}

int main()
{
    std::string word, line;
    std::cin >> word >> std::ws;
    std::getline(std::cin, line);
    const std::string dawg = line + ".dawg";
    compile_dictionary(line, dawg);
    const Dictionary dic(dawg);
    std::remove(dawg.c_str());
    const GameParams params(dic);
    std::cout << "moteur Eliot" << std::endl;
    while (std::getline(std::cin, line))
    {
        std::istringstream position(line);
        std::string grid, letters, format;
        position >> grid >> letters;
        if (position >> format)  // a game other than the normal one, which Eliot does not play
            std::cout << "passe" << std::endl;
        else
            std::cout << answer_position(dic, params, grid, letters) << std::endl;
    }
}
